// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/NetCore/Net/Serialization/FFastArraySerializer,
// FFastArraySerializerItem (5.5). Only UPROPERTYs travel; items may arrive in any order.

#include "CoreMinimal.h"
#include "StandIn/Connection.h"
#include "UObject/Object.h"

#include <type_traits>
#include <utility>

struct FFastArraySerializerItem
{
	int32 ReplicationID = INDEX_NONE;
	int32 ReplicationKey = INDEX_NONE;

	// A copy is a new item; what an array moves about is not.
	FFastArraySerializerItem() = default;
	FFastArraySerializerItem(const FFastArraySerializerItem&) {}
	FFastArraySerializerItem(FFastArraySerializerItem&& Other) noexcept
		: ReplicationID(Other.ReplicationID), ReplicationKey(Other.ReplicationKey)
	{
	}
	FFastArraySerializerItem& operator=(const FFastArraySerializerItem& Other)
	{
		if (this != &Other)
		{
			ReplicationID = INDEX_NONE;
			ReplicationKey = INDEX_NONE;
		}
		return *this;
	}
	FFastArraySerializerItem& operator=(FFastArraySerializerItem&& Other) noexcept
	{
		ReplicationID = Other.ReplicationID;
		ReplicationKey = Other.ReplicationKey;
		return *this;
	}

	template <typename VisitType>
	void VisitProperties(VisitType&)
	{
	}
};

struct FNetDeltaSerializeInfo
{
	StandIn::FArrayPacket* Packet = nullptr;
	bool bWriting = false;
};

struct FFastArraySerializer
{
	int32 ArrayReplicationKey = 0;
	int32 IDCounter = 0;

	void MarkItemDirty(FFastArraySerializerItem& Item)
	{
		if (Item.ReplicationID == INDEX_NONE)
		{
			Item.ReplicationID = ++IDCounter;
		}
		++Item.ReplicationKey;
		++ArrayReplicationKey;
	}
	void MarkArrayDirty() { ++ArrayReplicationKey; }

	template <typename VisitType>
	void VisitProperties(VisitType&)
	{
	}

	template <typename Type, typename SerializerType>
	static bool FastArrayDeltaSerialize(TArray<Type>& Items, FNetDeltaSerializeInfo& Parms, SerializerType& Array)
	{
		if (Parms.bWriting)
		{
			Parms.Packet->Ids.clear();
			Parms.Packet->Keys.clear();
			Parms.Packet->Payloads.clear();
			// Last first: order is not promised.
			for (int32 I = Items.Num() - 1; I >= 0; --I)
			{
				check(Items[I].ReplicationID != INDEX_NONE); // else MarkItemDirty was forgotten
				StandIn::FPropertyWriter Writer;
				Items[I].VisitProperties(Writer);
				Parms.Packet->Ids.push_back(Items[I].ReplicationID);
				Parms.Packet->Keys.push_back(Items[I].ReplicationKey);
				Parms.Packet->Payloads.push_back(Writer.Bytes);
			}
			return true;
		}
		for (int32 I = Items.Num() - 1; I >= 0 && !StandIn::bRemovalsAreLost; --I)
		{
			const auto Has = [Id = Items[I].ReplicationID](const std::vector<int32>& Ids)
			{ return std::find(Ids.begin(), Ids.end(), Id) != Ids.end(); };
			if (Parms.Packet->bDifference ? Has(Parms.Packet->Removed) : !Has(Parms.Packet->Ids))
			{
				Items[I].PreReplicatedRemove(Array);
				Items.RemoveAt(I);
			}
		}
		for (size_t P = 0; P < Parms.Packet->Ids.size(); ++P)
		{
			const int32 Id = Parms.Packet->Ids[P];
			StandIn::FPropertyReader Reader(Parms.Packet->Payloads[P]);
			Type* const Known = Items.FindByPredicate([Id](const Type& Item) { return Item.ReplicationID == Id; });
			if (!Known)
			{
				Type Item;
				Item.VisitProperties(Reader);
				Items.Add(Item);
				Items.Last().ReplicationID = Id;
				Items.Last().ReplicationKey = Parms.Packet->Keys[P];
				Items.Last().PostReplicatedAdd(Array);
			}
			else if (Known->ReplicationKey != Parms.Packet->Keys[P])
			{
				// Only what was marked dirty travels.
				Known->VisitProperties(Reader);
				Known->ReplicationKey = Parms.Packet->Keys[P];
				Known->PostReplicatedChange(Array);
			}
		}
		return true;
	}
};

namespace StandIn
{
/// What of the packet is not in the baseline, and what of the baseline is not in the packet.
inline FArrayPacket Difference(const FArrayPacket& Packet, const FArrayPacket& Baseline)
{
	FArrayPacket Result;
	Result.bDifference = true;
	for (size_t P = 0; P < Packet.Ids.size(); ++P)
	{
		const auto At = std::find(Baseline.Ids.begin(), Baseline.Ids.end(), Packet.Ids[P]);
		if (At == Baseline.Ids.end() || Baseline.Keys[At - Baseline.Ids.begin()] != Packet.Keys[P])
		{
			Result.Ids.push_back(Packet.Ids[P]);
			Result.Keys.push_back(Packet.Keys[P]);
			Result.Payloads.push_back(Packet.Payloads[P]);
		}
	}
	for (const int32 Id : Baseline.Ids)
	{
		if (std::find(Packet.Ids.begin(), Packet.Ids.end(), Id) == Packet.Ids.end())
		{
			Result.Removed.push_back(Id);
		}
	}
	return Result;
}

template <typename PropertyType>
FArrayPacket Pack(PropertyType& Source)
{
	FArrayPacket Packet;
	if constexpr (std::is_arithmetic_v<PropertyType>)
	{
		FPropertyWriter Writer;
		Writer(TEXT(""), Source);
		Packet.Payloads.push_back(Writer.Bytes);
	}
	else
	{
		FNetDeltaSerializeInfo Info{&Packet, true};
		Source.NetDeltaSerialize(Info);
	}
	return Packet;
}

/// One replicated property of an object and its twin, if the class's GetLifetimeReplicatedProps names it. The answer is
/// whether a plain one is another now.
template <typename PropertyType>
bool ReplicateProperty(const UObject& From, PropertyType& Source, PropertyType& Target, const TCHAR* Name)
{
	if (!IsLifetimeProperty(From, Name))
	{
		return false;
	}
	FArrayPacket Packet = Pack(Source);
	const auto Key = std::make_pair(From.StandInId, std::basic_string<TCHAR>(Name));
	if (bTakesBaselines)
	{
		Baselines[Key] = Packet;
		return false;
	}
	const auto Baseline = Baselines.extract(Key);
	if constexpr (std::is_arithmetic_v<PropertyType>)
	{
		const bool bTold = Baseline.empty() || Baseline.mapped().Payloads != Packet.Payloads;
		return bTold && std::exchange(Target, Source) != Source;
	}
	else
	{
		Packet = Baseline.empty() ? Packet : Difference(Packet, Baseline.mapped());
		FNetDeltaSerializeInfo Info{&Packet, false};
		Target.NetDeltaSerialize(Info);
		return false;
	}
}
} // namespace StandIn
