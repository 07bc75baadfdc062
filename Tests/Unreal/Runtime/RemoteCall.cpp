// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "StandIn/RemoteCall.h"

#include <deque>
#include <map>

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
	}
}

int32 DeliverCalls()
{
	int32 Count = 0;
	for (; !Calls().empty(); ++Count)
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
