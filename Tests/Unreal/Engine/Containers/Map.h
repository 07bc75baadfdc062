// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/Containers/TMap (5.5): Add returns the value,
// Find a pointer or null.

#include "Containers/Array.h"

#include <list>

template <typename KeyType, typename ValueType>
struct TPair
{
	KeyType Key;
	ValueType Value;
};

template <typename KeyType, typename ValueType>
class TMap
{
public:
	int32 Num() const { return static_cast<int32>(Pairs.size()); }
	ValueType* Find(const KeyType& Key)
	{
		for (auto& Pair : Pairs)
		{
			if (Pair.Key == Key)
			{
				return &Pair.Value;
			}
		}
		return nullptr;
	}
	ValueType& Add(const KeyType& Key, const ValueType& Value)
	{
		if (ValueType* Found = Find(Key))
		{
			return *Found = Value;
		}
		return Pairs.emplace_back(TPair<KeyType, ValueType>{Key, Value}).Value;
	}
	int32 Remove(const KeyType& Key)
	{
		return static_cast<int32>(std::erase_if(Pairs, [&Key](const auto& Pair) { return Pair.Key == Key; }));
	}
	void Empty() { Pairs.clear(); }
	auto begin() { return Pairs.begin(); }
	auto end() { return Pairs.end(); }
	auto begin() const { return Pairs.begin(); }
	auto end() const { return Pairs.end(); }

private:
	std::list<TPair<KeyType, ValueType>> Pairs;
};
