// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bridge/ImpactBridge.h"

#include "Bridge/UnitBridge.h"

#include <algorithm>
#include <limits>

namespace FractureSim::Private
{
using FractureCore::Cross;
using FractureCore::Dot;
using FractureCore::Mat3;
using FractureCore::Vec3;

/// x with A x = b, by Cramer's rule; zero if A has no inverse.
static Vec3 SolveThree(const Mat3& A, const Vec3& B)
{
	const Vec3 C0{A.m[0][0], A.m[1][0], A.m[2][0]};
	const Vec3 C1{A.m[0][1], A.m[1][1], A.m[2][1]};
	const Vec3 C2{A.m[0][2], A.m[1][2], A.m[2][2]};
	const double Determinant = Dot(C0, Cross(C1, C2));
	if (!(std::abs(Determinant) > std::numeric_limits<double>::min()))
	{
		return {};
	}
	return Vec3{Dot(B, Cross(C1, C2)), Dot(C0, Cross(B, C2)), Dot(C0, Cross(C1, B))} / Determinant;
}

FractureCore::BodyMotion MotionOfImpulse(
	const FractureCore::MassProperties& Mass, const Vec3& Point, const Vec3& Impulse)
{
	if (!(Mass.mass > 0.0))
	{
		return {};
	}
	return {Impulse / Mass.mass, SolveThree(Mass.inertia, Cross(Point - Mass.centre, Impulse))};
}

/// One impact as a contact; the answer is what is wrong with it.
static const TCHAR* FillContact(
	FFractureSimContact& Contact, const FFractureSimImpact& Impact, const FTransform& Transform, float DefaultDuration)
{
	const Vec3 Point = ToMetres(Transform.InverseTransformPositionNoScale(Impact.Location));
	const Vec3 Impulse = ToNewtonSeconds(Transform.InverseTransformVectorNoScale(Impact.Impulse));
	const TOptional<FIntVector> QuantisedPoint = Quantise(Point, LengthStep);
	const TOptional<FIntVector> QuantisedImpulse = Quantise(Impulse, ImpulseStep);
	const TOptional<int32> Radius = Quantise(Impact.Radius / CentimetresPerMetre, LengthStep);
	const TOptional<int32> Duration =
		Quantise(Impact.Duration > 0.0f ? Impact.Duration : DefaultDuration, DurationStep);
	if (!QuantisedPoint)
	{
		return TEXT("its location is not a number, or kilometres away from the body");
	}
	if (!QuantisedImpulse)
	{
		return TEXT("its impulse is not a number, or too large");
	}
	if (!Radius || *Radius < 0 || !Duration || *Duration < 1)
	{
		return TEXT("its radius or duration is out of range");
	}
	if (*QuantisedImpulse == FIntVector(0, 0, 0))
	{
		return TEXT("its impulse is zero");
	}
	Contact.Point = *QuantisedPoint;
	Contact.Impulse = *QuantisedImpulse;
	Contact.Radius = *Radius;
	Contact.Duration = *Duration;
	return nullptr;
}

bool FillRecord(FFractureSimImpactRecord& Record,
	TConstArrayView<FFractureSimImpact> Impacts,
	const FBodyState& State,
	const FractureCore::MassProperties& Mass,
	float Restitution,
	float DefaultDuration,
	FString& OutProblem,
	TArray<FFractureSimImpact>* OutTaken)
{
	Record.Contacts.Reset();
	FractureCore::BodyMotion Motion;
	bool bRebounds = false;
	if (State.bSimulated)
	{
		Motion.velocity = ToMetresPerSecond(State.Transform.InverseTransformVectorNoScale(State.Velocity));
		Motion.angularVelocity = ToCoreSpin(State.Transform.InverseTransformVectorNoScale(State.AngularVelocity));
	}
	for (const FFractureSimImpact& Impact : Impacts)
	{
		FFractureSimContact Contact;
		if (const TCHAR* Problem = FillContact(Contact, Impact, State.Transform, DefaultDuration))
		{
			OutProblem = Problem;
			continue;
		}
		Record.Contacts.Add(Contact);
		if (OutTaken)
		{
			OutTaken->Add(Impact);
		}
		if (Impact.Source == EFractureSimSource::Physics)
		{
			bRebounds = true;
			if (State.bSimulated)
			{
				// Physics has treated it as one rigid body already: what it did to it is taken back.
				const FractureCore::BodyMotion Delivered = MotionOfImpulse(
					Mass, Dequantise(Contact.Point, LengthStep), Dequantise(Contact.Impulse, ImpulseStep));
				Motion.velocity -= Delivered.velocity;
				Motion.angularVelocity -= Delivered.angularVelocity;
			}
		}
	}
	const TOptional<FIntVector> Velocity = Quantise(Motion.velocity, MotionStep);
	const TOptional<FIntVector> Spin = Quantise(Motion.angularVelocity, MotionStep);
	if (!Velocity || !Spin)
	{
		OutProblem = TEXT("the body's own motion is not a number");
		return false;
	}
	Record.Velocity = *Velocity;
	Record.AngularVelocity = *Spin;
	Record.Restitution = bRebounds ? Quantise(FMath::Clamp(Restitution, 0.0f, 1.0f), ShareStep).Get(0) : 0;
	Record.Location = State.Transform.GetLocation();
	Record.Rotation = State.Transform.GetRotation();
	return Record.Contacts.Num() > 0;
}

FractureCore::BreakSettings SettingsOf(EFractureSimQuality Quality, int32 Seed)
{
	FractureCore::BreakSettings Settings;
	if (Quality == EFractureSimQuality::Fast)
	{
		Settings.plan = FractureCore::OneSolvePlan();
	}
	Settings.plan.seed = static_cast<uint64_t>(static_cast<uint32>(Seed));
	return Settings;
}

void ProjectContacts(FFractureSimImpactRecord& Record, const FractureCore::BakedObject& Object)
{
	for (FFractureSimContact& Contact : Record.Contacts)
	{
		const Vec3 Nearest = NearestOnSurface(Object.surface, Dequantise(Contact.Point, LengthStep));
		Contact.Point = Quantise(Nearest, LengthStep).Get(Contact.Point);
	}
}

FCoreImpact ToCoreImpact(const FFractureSimImpactRecord& Record)
{
	FCoreImpact Result;
	for (const FFractureSimContact& Contact : Record.Contacts)
	{
		FractureCore::ContactImpulse& Impulse = Result.Contacts.emplace_back();
		Impulse.point = Dequantise(Contact.Point, LengthStep);
		Impulse.impulse = Dequantise(Contact.Impulse, ImpulseStep);
		Impulse.pulse = FractureCore::GivenPulse(
			FMath::Max(1, Contact.Duration) * DurationStep, FractureCore::PulseShape::HalfSine);
		Impulse.pulse.patchRadius = FMath::Max(0, Contact.Radius) * LengthStep;
	}
	Result.Impact.loads.collision = Result.Contacts;
	Result.Impact.motion.velocity = Dequantise(Record.Velocity, MotionStep);
	Result.Impact.motion.angularVelocity = Dequantise(Record.AngularVelocity, MotionStep);
	Result.Impact.restitution = FMath::Clamp(Record.Restitution * ShareStep, 0.0, 1.0);
	Result.Settings = SettingsOf(Record.Quality, Record.Seed);
	return Result;
}

/// [Ericson05] section 5.1.5.
static Vec3 NearestOnTriangle(const Vec3& P, const Vec3& A, const Vec3& B, const Vec3& C)
{
	const Vec3 AB = B - A;
	const Vec3 AC = C - A;
	const double D1 = Dot(AB, P - A);
	const double D2 = Dot(AC, P - A);
	if (D1 <= 0.0 && D2 <= 0.0)
	{
		return A;
	}
	const double D3 = Dot(AB, P - B);
	const double D4 = Dot(AC, P - B);
	if (D3 >= 0.0 && D4 <= D3)
	{
		return B;
	}
	const double VC = D1 * D4 - D3 * D2;
	if (VC <= 0.0 && D1 >= 0.0 && D3 <= 0.0)
	{
		return A + AB * (D1 / (D1 - D3));
	}
	const double D5 = Dot(AB, P - C);
	const double D6 = Dot(AC, P - C);
	if (D6 >= 0.0 && D5 <= D6)
	{
		return C;
	}
	const double VB = D5 * D2 - D1 * D6;
	if (VB <= 0.0 && D2 >= 0.0 && D6 <= 0.0)
	{
		return A + AC * (D2 / (D2 - D6));
	}
	const double VA = D3 * D6 - D5 * D4;
	if (VA <= 0.0 && D4 - D3 >= 0.0 && D5 - D6 >= 0.0)
	{
		return B + (C - B) * ((D4 - D3) / ((D4 - D3) + (D5 - D6)));
	}
	const double Sum = VA + VB + VC;
	return Sum > 0.0 ? A + AB * (VB / Sum) + AC * (VC / Sum) : A;
}

Vec3 NearestOnSurface(const FractureCore::SurfaceMesh& Surface, const Vec3& Point)
{
	Vec3 Best = Point;
	double BestDistance = std::numeric_limits<double>::infinity();
	for (const FractureCore::Triangle& T : Surface.triangles)
	{
		const Vec3 Candidate = NearestOnTriangle(Point,
			Surface.positions[static_cast<size_t>(T.v[0])],
			Surface.positions[static_cast<size_t>(T.v[1])],
			Surface.positions[static_cast<size_t>(T.v[2])]);
		const double Distance = FractureCore::LengthSquared(Candidate - Point);
		if (Distance < BestDistance)
		{
			BestDistance = Distance;
			Best = Candidate;
		}
	}
	return Best;
}
} // namespace FractureSim::Private
