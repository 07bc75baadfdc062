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

/// An impact's fields.
static FString JsonImpact(const FFractureSimImpactRecord& Record)
{
	const FCoreImpact Core = ToCoreImpact(Record);
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
	return FString::Printf(TEXT("\"quality\": \"%s\", \"seed\": %u, \"restitution\": %.17g, \"velocity\": %s, "
								"\"angular_velocity\": %s, \"contacts\": [%s]"),
		Record.Quality == EFractureSimQuality::Fast ? TEXT("fast") : TEXT("full"),
		static_cast<uint32>(Record.Seed),
		Core.Impact.restitution,
		*JsonVector(Core.Impact.motion.velocity),
		*JsonVector(Core.Impact.motion.angularVelocity),
		*Contacts);
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
		TArray<uint8> Bytes = Task.Body->ShellBytes;
		if (Bytes.IsEmpty())
		{
			const std::vector<uint8_t> Saved = FractureCore::SaveAsset(Task.Body->Breakable->Object());
			Bytes.Append(Saved.data(), static_cast<int32>(Saved.size()));
		}
		const FString Path = FPaths::Combine(FPaths::GetPath(FilePath), BodyFile);
		if (!FFileHelper::SaveArrayToFile(Bytes, *Path))
		{
			UE_LOG(LogFractureSim, Error, TEXT("the recording's body %s cannot be written"), *Path);
			return;
		}
		SavedBodies.Add(BodyFile);
	}
	FString Before;
	for (const FFractureSimImpactRecord& Record : Task.Before)
	{
		Before += FString::Printf(TEXT("%s{%s}"), Before.IsEmpty() ? TEXT("") : TEXT(", "), *JsonImpact(Record));
	}
	Text += FString::Printf(TEXT("{\"body\": \"%s\", %s, \"before\": [%s], \"hash\": \"%s\"}\n"),
		*BodyFile,
		*JsonImpact(Task.Record),
		*Before,
		*Task.Record.Result.ToString());
	if (!Write())
	{
		UE_LOG(LogFractureSim, Error, TEXT("the recording %s cannot be written"), *FilePath);
	}
}
} // namespace FractureSim::Private
