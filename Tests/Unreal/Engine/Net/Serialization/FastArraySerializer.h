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
			const auto& Ids = Parms.Packet->Ids;
			if (std::find(Ids.begin(), Ids.end(), Items[I].ReplicationID) == Ids.end())
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
template <typename ArrayType>
void ReplicateArray(ArrayType& Source, ArrayType& Target)
{
	FArrayPacket Packet;
	FNetDeltaSerializeInfo Info{&Packet, true};
	Source.NetDeltaSerialize(Info);
	Info.bWriting = false;
	Target.NetDeltaSerialize(Info);
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
	if constexpr (std::is_arithmetic_v<PropertyType>)
	{
		return std::exchange(Target, Source) != Source;
	}
	else
	{
		ReplicateArray(Source, Target);
		return false;
	}
}
} // namespace StandIn
