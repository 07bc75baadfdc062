// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows nothing of the engine: bytes between two worlds of one program, property by property.

#include "CoreMinimal.h"

#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

class UObject;

namespace StandIn
{
struct FArrayPacket
{
	std::vector<int32> Ids;
	std::vector<int32> Keys;
	std::vector<std::vector<uint8>> Payloads;
	bool bDifference = false;   // of items only what changed
	std::vector<int32> Removed; // then
};

/// Replicated properties of an object as they were when it was woken: an actor that slept tells only what changed
/// since. By the object's id and the property's name.
inline std::map<std::pair<uint64, std::basic_string<TCHAR>>, FArrayPacket> Baselines;

/// Instead of being sent, properties are remembered as baselines.
inline bool bTakesBaselines = false;

/// As for an actor that was out of reach meanwhile: what was removed then, nobody tells.
inline bool bRemovalsAreLost = false;

bool IsLifetimeProperty(const UObject& Object, const TCHAR* Name);

class FPropertyWriter
{
public:
	template <typename T>
	void operator()(const TCHAR*, T& Value)
	{
		Write(Value);
	}
	std::vector<uint8> Bytes;

private:
	template <typename T>
	void Write(TArray<T>& Array)
	{
		int32 Count = Array.Num();
		Write(Count);
		for (T& Item : Array)
		{
			Write(Item);
		}
	}
	template <typename T>
	void Write(T& Value)
	{
		if constexpr (requires { Value.VisitProperties(*this); })
		{
			Value.VisitProperties(*this);
		}
		else
		{
			static_assert(std::is_trivially_copyable_v<T>);
			const uint8* const Data = reinterpret_cast<const uint8*>(&Value);
			Bytes.insert(Bytes.end(), Data, Data + sizeof(T));
		}
	}
};

class FPropertyReader
{
public:
	explicit FPropertyReader(const std::vector<uint8>& In) : Bytes(In) {}
	template <typename T>
	void operator()(const TCHAR*, T& Value)
	{
		Read(Value);
	}

private:
	template <typename T>
	void Read(TArray<T>& Array)
	{
		int32 Count = 0;
		Read(Count);
		Array.SetNum(Count);
		for (T& Item : Array)
		{
			Read(Item);
		}
	}
	template <typename T>
	void Read(T& Value)
	{
		if constexpr (requires { Value.VisitProperties(*this); })
		{
			Value.VisitProperties(*this);
		}
		else
		{
			check(Position + sizeof(T) <= Bytes.size());
			std::memcpy(static_cast<void*>(&Value), Bytes.data() + Position, sizeof(T));
			Position += sizeof(T);
		}
	}

	const std::vector<uint8>& Bytes;
	size_t Position = 0;
};
} // namespace StandIn
