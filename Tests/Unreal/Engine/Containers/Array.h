// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/Containers/TArray, TArrayView, TConstArrayView
// (5.5). Access is checked, as in development builds.

#include "Misc/AssertionMacros.h"
#include "Templates/UnrealTemplate.h"

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <vector>

template <typename T>
class TArrayView
{
public:
	TArrayView() = default;
	TArrayView(T* InData, int32 InCount) : Data(InData), Count(InCount) {}
	template <typename ContainerType>
	requires requires(ContainerType& C)
	{
		C.GetData();
		C.Num();
	}
	TArrayView(ContainerType& Container) : Data(Container.GetData()), Count(Container.Num()) {}

	T* GetData() const { return Data; }
	int32 Num() const { return Count; }
	T& operator[](int32 Index) const
	{
		check(Index >= 0 && Index < Count);
		return Data[Index];
	}
	T* begin() const { return Data; }
	T* end() const { return Data + Count; }

private:
	T* Data = nullptr;
	int32 Count = 0;
};

template <typename T>
class TConstArrayView : public TArrayView<const T>
{
public:
	using TArrayView<const T>::TArrayView;
	template <typename ContainerType>
	requires requires(const ContainerType& C)
	{
		C.GetData();
		C.Num();
	}
	TConstArrayView(const ContainerType& Container)
		: TArrayView<const T>(Container.GetData(), static_cast<int32>(Container.Num()))
	{
	}
};

template <typename T>
class TArrayView64
{
public:
	TArrayView64(T* InData, int64 InCount) : Data(InData), Count(InCount) {}
	T* GetData() const { return Data; }
	int64 Num() const { return Count; }

private:
	T* Data;
	int64 Count;
};

template <typename T>
class TArray
{
public:
	TArray() = default;
	TArray(std::initializer_list<T> In) : Items(In) {}

	int32 Num() const { return static_cast<int32>(Items.size()); }
	bool IsEmpty() const { return Items.empty(); }
	bool IsValidIndex(int32 Index) const { return Index >= 0 && Index < Num(); }
	T* GetData() { return Items.data(); }
	const T* GetData() const { return Items.data(); }
	T& operator[](int32 Index)
	{
		check(IsValidIndex(Index));
		return Items[static_cast<size_t>(Index)];
	}
	const T& operator[](int32 Index) const
	{
		check(IsValidIndex(Index));
		return Items[static_cast<size_t>(Index)];
	}
	T& Last() { return (*this)[Num() - 1]; }
	const T& Last() const { return (*this)[Num() - 1]; }

	int32 Add(const T& Item)
	{
		Items.push_back(Item);
		return Num() - 1;
	}
	int32 Add(T&& Item)
	{
		Items.push_back(std::move(Item));
		return Num() - 1;
	}
	T& Add_GetRef(const T& Item)
	{
		Items.push_back(Item);
		return Items.back();
	}
	T& Add_GetRef(T&& Item)
	{
		Items.push_back(std::move(Item));
		return Items.back();
	}
	T& AddDefaulted_GetRef() { return Items.emplace_back(); }
	void Append(const T* Data, int32 Count) { Items.insert(Items.end(), Data, Data + Count); }
	void SetNum(int32 Count) { Items.resize(static_cast<size_t>(Count)); }
	void Reserve(int32 Count) { Items.reserve(static_cast<size_t>(Count)); }
	void Reset() { Items.clear(); }
	void Empty() { Items = std::vector<T>(); }
	T Pop()
	{
		T Item = std::move(Last());
		Items.pop_back();
		return Item;
	}
	void RemoveAt(int32 Index, int32 Count = 1)
	{
		check(Count >= 0 && Index >= 0 && Index + Count <= Num());
		Items.erase(Items.begin() + Index, Items.begin() + Index + Count);
	}
	template <typename Predicate>
	int32 RemoveAll(const Predicate& Matches)
	{
		return static_cast<int32>(std::erase_if(Items, Matches));
	}
	int32 IndexOfByKey(const T& Item) const
	{
		const auto Found = std::find(Items.begin(), Items.end(), Item);
		return Found == Items.end() ? INDEX_NONE : static_cast<int32>(Found - Items.begin());
	}
	void Insert(const T& Item, int32 Index) { Items.insert(Items.begin() + Index, Item); }
	void Append(const TArray& Other) { Items.insert(Items.end(), Other.Items.begin(), Other.Items.end()); }
	void Init(const T& Item, int32 Count) { Items.assign(static_cast<size_t>(Count), Item); }
	template <typename Predicate>
	void Sort(const Predicate& Before)
	{
		std::sort(Items.begin(), Items.end(), Before);
	}
	template <typename Predicate>
	int32 IndexOfByPredicate(const Predicate& Matches) const
	{
		const auto Found = std::find_if(Items.begin(), Items.end(), Matches);
		return Found == Items.end() ? INDEX_NONE : static_cast<int32>(Found - Items.begin());
	}
	bool Contains(const T& Item) const { return std::find(Items.begin(), Items.end(), Item) != Items.end(); }
	template <typename Predicate>
	T* FindByPredicate(const Predicate& Matches)
	{
		const auto Found = std::find_if(Items.begin(), Items.end(), Matches);
		return Found == Items.end() ? nullptr : &*Found;
	}
	template <typename Predicate>
	void StableSort(const Predicate& Before)
	{
		std::stable_sort(Items.begin(), Items.end(), Before);
	}
	auto begin() { return Items.begin(); }
	auto end() { return Items.end(); }
	auto begin() const { return Items.begin(); }
	auto end() const { return Items.end(); }
	friend bool operator==(const TArray& A, const TArray& B) { return A.Items == B.Items; }

private:
	std::vector<T> Items;
};
