// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Stress.h"
#include "Run/SceneWorld.h"

#include <map>
#include <optional>
#include <set>

namespace FractureToolkit
{
struct HostFractureSettings
{
	FractureCore::Vec3 gravity;        // m/s^2
	std::optional<GroundPlane> ground; // as the host has it
	double leastSpeed = 0.3;           // m/s, closing: slower contacts break nothing by themselves
	bool paintsStress = true;          // pieces know the tension at their impact
};

/// Fracture for a rigid body engine that knows nothing of it. A step is taken; its contact impulses tell which bodies
/// fail. If any does, the step is taken back, the bodies that fail are replaced by their pieces, which have the motion
/// at the moment of the break, the strikers get the impulse that was spent until then and no more, and the step is
/// taken again with the pieces. Pieces that are held are torn off by the core's rule (Piece.h). Of two bodies that
/// break each other the one that fails at the lower load goes first.
class HostFracture final : public SceneWorld
{
public:
	HostFracture(std::unique_ptr<RigidHost> host, const HostFractureSettings& settings);

	const char* HostName() const override { return m_host->Name(); }
	FractureCore::Status Add(const WorldBody& body) override;
	FractureCore::Status Step(double seconds, FractureCore::TaskRunner& runner) override;
	std::vector<const LiveBody*> Bodies() const override;
	std::vector<RecordedBreak> TakeBreaks() override;
	std::vector<RecordedCrack> TakeCracks() override;
	RunTimes TakeTimes() override;

private:
	FractureCore::Status StepPart(double seconds, FractureCore::TaskRunner& runner);
	struct Member
	{
		LiveBody live;
		WorldBody source;           // its state is that of the start
		int32_t generation = 0;     // 0: an object of the scene
		double objectVolume = 0.0;  // m^3, of the object that it is a piece of
		double contactRadius = 0.0; // m, of curvature where it is touched
		bool mayBreak = false;
		bool isBaked = false;       // `breakable` is its own, not yet that of the body it broke off
		double harmlessForce = 0.0; // N, of a piece that is not baked, or held
		std::shared_ptr<const FractureCore::CrackSet> damage; // what earlier hits left open; null: nothing
		double openArea = 0.0;                                // m^2, of it
		double bornTime = 0.0;                                // s
		std::set<int32_t> bornOf; // of a piece: what it broke off, and what hit that; kNoIndex: the ground

		bool IsHeldPiece() const
		{
			return live.kind == FractureCore::BodyKind::Static && live.parent != FractureCore::kNoIndex;
		}
	};
	/// A body that fails in the step just taken.
	struct Failure
	{
		int32_t body = FractureCore::kNoIndex;
		FractureCore::BreakResult result;
		std::vector<size_t> contacts; // of the host, that are part of the collision
		std::vector<FractureCore::ContactImpulse> loads;
		double impulse = 0.0;
	};
	struct CrackedBody
	{
		int32_t body = FractureCore::kNoIndex;
		std::shared_ptr<const FractureCore::CrackSet> damage;
		RecordedCrack record;
	};
	struct Loads
	{
		std::vector<FractureCore::ContactImpulse> collision;
		std::vector<FractureCore::ContactImpulse> resting;
		std::vector<size_t> contacts; // of the collision
		double restitution = 0.0;
		double force = 0.0;     // N, sum of the collision's peaks
		double peakForce = 0.0; // N, the largest of those where the two surfaces close themselves
		bool isViolent = false;
	};

	void AddMember(Member member);
	Loads GatherLoads(const Member& member, std::span<const size_t> contacts, double seconds) const;
	std::vector<int32_t> FindTornOff(double seconds) const;
	bool IsSameBlow(const Member& piece, int32_t other, double seconds) const;
	FractureCore::Status FindFailures(double seconds,
		FractureCore::TaskRunner& runner,
		std::vector<Failure>& failures,
		std::vector<CrackedBody>& cracked);
	FractureCore::Status TryToBreak(Member& member,
		const Loads& loads,
		FractureCore::TaskRunner& runner,
		std::vector<Failure>& failures,
		std::vector<CrackedBody>& cracked);
	FractureCore::Status MakePieceBreakable(Member& member, FractureCore::TaskRunner& runner) const;
	void SpendImpulse(const Failure& failure);
	void Replace(Failure& failure, FractureCore::TaskRunner& runner);

	std::unique_ptr<RigidHost> m_host;
	HostFractureSettings m_settings;
	std::map<int32_t, Member> m_members; // by number
	std::map<int32_t, RigidState> m_before;
	std::vector<RecordedBreak> m_breaks;
	std::vector<RecordedCrack> m_cracks;
	RunTimes m_times = {};
	double m_time = 0.0; // s
};
} // namespace FractureToolkit
