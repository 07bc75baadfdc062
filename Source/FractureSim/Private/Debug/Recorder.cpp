// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Debug/Recorder.h"

#include "Break/BreakTask.h"
#include "Bridge/ImpactBridge.h"
#include "Bridge/UnitBridge.h"
#include "FractureCore/Asset.h"
#include "FractureSimLog.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"

namespace FractureSim::Private
{
static FString JsonVector(const FractureCore::Vec3& V)
{
	return FString::Printf(TEXT("[%.17g, %.17g, %.17g]"), V.x, V.y, V.z);
}

bool FRecorder::Open(const FString& Path)
{
	FilePath = Path;
	Text = TEXT("{\"fracturesim_recording\": 1}\n");
	return Write();
}

bool FRecorder::Write() const
{
	return FFileHelper::SaveStringToFile(Text, *FilePath);
}

void FRecorder::Add(const FBreakTask& Task)
{
	const FString BodyFile = FString::Printf(TEXT("%s.frac"), *Task.Body->Key.ToString());
	if (!SavedBodies.Contains(BodyFile))
	{
		const std::vector<uint8_t> Bytes = FractureCore::SaveAsset(Task.Body->Breakable->Object());
		const FString Path = FPaths::Combine(FPaths::GetPath(FilePath), BodyFile);
		if (!FFileHelper::SaveArrayToFile(
				TConstArrayView<uint8>(Bytes.data(), static_cast<int32>(Bytes.size())), *Path))
		{
			UE_LOG(LogFractureSim, Error, TEXT("the recording's body %s cannot be written"), *Path);
			return;
		}
		SavedBodies.Add(BodyFile);
	}
	const FCoreImpact Core = ToCoreImpact(Task.Record);
	FString Contacts;
	for (const FractureCore::ContactImpulse& Contact : Core.Contacts)
	{
		Contacts += FString::Printf(TEXT("%s{\"point\": %s, \"impulse\": %s, \"duration\": %.17g, \"radius\": %.17g}"),
			Contacts.IsEmpty() ? TEXT("") : TEXT(", "),
			*JsonVector(Contact.point),
			*JsonVector(Contact.impulse),
			Contact.pulse.duration,
			Contact.pulse.patchRadius);
	}
	Text += FString::Printf(TEXT("{\"body\": \"%s\", \"quality\": \"%s\", \"seed\": %u, \"restitution\": %.17g, "
								 "\"velocity\": %s, \"angular_velocity\": %s, \"contacts\": [%s], \"hash\": \"%s\"}\n"),
		*BodyFile,
		Task.Record.Quality == EFractureSimQuality::Fast ? TEXT("fast") : TEXT("full"),
		static_cast<uint32>(Task.Record.Seed),
		Core.Impact.restitution,
		*JsonVector(Core.Impact.motion.velocity),
		*JsonVector(Core.Impact.motion.angularVelocity),
		*Contacts,
		*Task.Record.Result.ToString());
	if (!Write())
	{
		UE_LOG(LogFractureSim, Error, TEXT("the recording %s cannot be written"), *FilePath);
	}
}
} // namespace FractureSim::Private
