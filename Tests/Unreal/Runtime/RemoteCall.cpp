// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "StandIn/RemoteCall.h"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

namespace StandIn
{
namespace
{
struct FCall
{
	TWeakObjectPtr<UObject> To;
	std::function<void(UObject&)> Call;
};

std::map<uint64, TWeakObjectPtr<UObject>>& Twins()
{
	static std::map<uint64, TWeakObjectPtr<UObject>> All;
	return All;
}

std::deque<FCall>& Calls()
{
	static std::deque<FCall> All;
	return All;
}

int32 MostCalls = 0;
} // namespace

void MakeTwins(UObject& A, UObject& B)
{
	Twins()[A.StandInId] = &B;
	Twins()[B.StandInId] = &A;
}

UObject* TwinOf(const UObject* Object)
{
	const auto Found = Object ? Twins().find(Object->StandInId) : Twins().end();
	return Found == Twins().end() ? nullptr : Found->second.Get();
}

void CallRemote(UObject& From, std::function<void(UObject&)> Call)
{
	if (UObject* const To = TwinOf(&From))
	{
		Calls().push_back({To, std::move(Call)});
		MostCalls = std::max(MostCalls, static_cast<int32>(Calls().size()));
	}
}

int32 MostCallsUnderWay()
{
	return std::exchange(MostCalls, 0);
}

int32 DeliverCalls(int32 Most)
{
	int32 Count = 0;
	for (; !Calls().empty() && Count < Most; ++Count)
	{
		const FCall Call = std::move(Calls().front());
		Calls().pop_front();
		if (UObject* const To = Call.To.Get())
		{
			Call.Call(*To);
		}
	}
	return Count;
}
} // namespace StandIn
