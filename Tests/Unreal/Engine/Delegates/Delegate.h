// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows Delegates and Lambda Functions in Unreal Engine (manual, 5.7) and Dynamic Delegates (manual, 5.7).

#include "UObject/WeakObjectPtr.h"

#include <cstring>
#include <functional>
#include <type_traits>
#include <vector>

/// CreateStatic, CreateLambda, BindLambda, Execute.
template <typename R, typename... Args>
class TDelegate
{
public:
	static TDelegate CreateStatic(R (*Function)(Args...))
	{
		TDelegate Result;
		Result.Callable = Function;
		return Result;
	}
	template <typename... PayloadTypes>
	static TDelegate CreateStatic(
		R (*Function)(Args..., PayloadTypes...), std::type_identity_t<PayloadTypes>... Payload)
	{
		TDelegate Result;
		Result.Callable = [Function, Payload...](Args... In) { return Function(In..., Payload...); };
		return Result;
	}
	template <typename F>
	static TDelegate CreateLambda(F&& Lambda)
	{
		TDelegate Result;
		Result.Callable = std::forward<F>(Lambda);
		return Result;
	}
	template <typename T>
	static TDelegate CreateRaw(T* Object, R (T::*Method)(Args...))
	{
		TDelegate Result;
		Result.Callable = [Object, Method](Args... In) { return (Object->*Method)(In...); };
		return Result;
	}
	template <typename T, typename Base>
	static TDelegate CreateUObject(T* Object, R (Base::*Method)(Args...))
	{
		TDelegate Result;
		Result.Callable = [Object, Method](Args... In) { return (Object->*Method)(In...); };
		Result.StandInObject = Object;
		return Result;
	}
	template <typename F>
	void BindLambda(F&& Lambda)
	{
		Callable = std::forward<F>(Lambda);
	}
	void Unbind() { Callable = nullptr; }
	bool IsBound() const { return static_cast<bool>(Callable); }
	bool ExecuteIfBound(Args... In) const
	{
		if (IsBound())
		{
			Callable(In...);
		}
		return IsBound();
	}
	R Execute(Args... In) const
	{
		check(IsBound());
		return Callable(In...);
	}

	TWeakObjectPtr<UObject> StandInObject; // of CreateUObject

private:
	std::function<R(Args...)> Callable;
};

using FSimpleDelegate = TDelegate<void>;

struct FDelegateHandle
{
	int StandInNumber = 0;
};

/// Calls methods of objects that are still alive.
template <typename... Args>
class TStandInMulticast
{
public:
	bool IsBound() const { return !Bindings.empty(); }
	void Broadcast(Args... In) const
	{
		// A copy: who is called may unbind.
		const std::vector<FBinding> Now = Bindings;
		for (const FBinding& Binding : Now)
		{
			if (Binding.Object.IsValid())
			{
				Binding.Call(In...);
			}
		}
	}

protected:
	struct FBinding
	{
		template <typename T, typename Base>
		FBinding(T* InObject, void (Base::*InMethod)(Args...))
			: Object(InObject), Call([InObject, InMethod](Args... In) { (InObject->*InMethod)(In...); })
		{
			static_assert(sizeof(InMethod) <= sizeof(Method));
			std::memcpy(Method, &InMethod, sizeof(InMethod));
		}
		FBinding(const TDelegate<void, Args...>& Delegate, int InNumber)
			: Object(Delegate.StandInObject), Call([Delegate](Args... In) { Delegate.Execute(In...); }),
			  Number(InNumber)
		{
		}
		bool IsSame(const FBinding& Other) const
		{
			return Object == Other.Object && std::memcmp(Method, Other.Method, sizeof(Method)) == 0;
		}

		TWeakObjectPtr<UObject> Object;
		std::function<void(Args...)> Call;
		unsigned char Method[4 * sizeof(void*)] = {};
		int Number = 0;
	};
	std::vector<FBinding> Bindings;
};

/// AddUObject, Add, Remove, RemoveAll, Broadcast.
template <typename... Args>
class TMulticastDelegate : public TStandInMulticast<Args...>
{
public:
	using FDelegate = TDelegate<void, Args...>;

	template <typename T, typename Base>
	FDelegateHandle AddUObject(T* Object, void (Base::*Method)(Args...))
	{
		return Add(FDelegate::CreateUObject(Object, Method));
	}
	FDelegateHandle Add(const FDelegate& Delegate)
	{
		this->Bindings.push_back({Delegate, ++LastNumber});
		return {LastNumber};
	}
	bool Remove(FDelegateHandle Handle)
	{
		return std::erase_if(this->Bindings,
				   [Handle](const auto& Binding) { return Binding.Number == Handle.StandInNumber; }) > 0;
	}
	template <typename T>
	void RemoveAll(const T* Object)
	{
		std::erase_if(this->Bindings, [Object](const auto& Binding) { return Binding.Object.Get() == Object; });
	}

private:
	int LastNumber = 0;
};

/// Calls UFUNCTIONs. Bind with AddDynamic and its kin, which are macros in the engine.
template <typename... Args>
class TDynamicMulticastDelegate : public TStandInMulticast<Args...>
{
	using FBinding = typename TStandInMulticast<Args...>::FBinding;

public:
	template <typename T, typename Base>
	void StandInAdd(T* Object, void (Base::*Method)(Args...), bool bUnique)
	{
		FBinding Binding(Object, Method);
		for (const FBinding& Other : this->Bindings)
		{
			if (Other.IsSame(Binding))
			{
				ensure(bUnique); // the engine allows it only for the unique form
				return;
			}
		}
		this->Bindings.push_back(std::move(Binding));
	}
	template <typename T, typename Base>
	void StandInRemove(T* Object, void (Base::*Method)(Args...))
	{
		const FBinding Binding(Object, Method);
		std::erase_if(this->Bindings, [&Binding](const FBinding& Other) { return Other.IsSame(Binding); });
	}
};

#define AddDynamic(Object, Method) StandInAdd(Object, Method, false)
#define AddUniqueDynamic(Object, Method) StandInAdd(Object, Method, true)
#define RemoveDynamic(Object, Method) StandInRemove(Object, Method)

#define DECLARE_DELEGATE_RetVal_TwoParams(R, Name, T1, T2) using Name = TDelegate<R, T1, T2>
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_ThreeParams(Name, T1, N1, T2, N2, T3, N3)                                   \
	class Name : public TDynamicMulticastDelegate<T1, T2, T3>                                                          \
	{                                                                                                                  \
	}
#define DECLARE_DYNAMIC_MULTICAST_DELEGATE_FourParams(Name, T1, N1, T2, N2, T3, N3, T4, N4)                            \
	class Name : public TDynamicMulticastDelegate<T1, T2, T3, T4>                                                      \
	{                                                                                                                  \
	}
#define DECLARE_DYNAMIC_MULTICAST_SPARSE_DELEGATE_FiveParams(                                                          \
	Name, Owner, Member, T1, N1, T2, N2, T3, N3, T4, N4, T5, N5)                                                       \
	class Name : public TDynamicMulticastDelegate<T1, T2, T3, T4, T5>                                                  \
	{                                                                                                                  \
	}
#define DECLARE_DYNAMIC_MULTICAST_SPARSE_DELEGATE_SevenParams(                                                         \
	Name, Owner, Member, T1, N1, T2, N2, T3, N3, T4, N4, T5, N5, T6, N6, T7, N7)                                       \
	class Name : public TDynamicMulticastDelegate<T1, T2, T3, T4, T5, T6, T7>                                          \
	{                                                                                                                  \
	}
#define DECLARE_DYNAMIC_MULTICAST_SPARSE_DELEGATE_NineParams(                                                          \
	Name, Owner, Member, T1, N1, T2, N2, T3, N3, T4, N4, T5, N5, T6, N6, T7, N7, T8, N8, T9, N9)                       \
	class Name : public TDynamicMulticastDelegate<T1, T2, T3, T4, T5, T6, T7, T8, T9>                                  \
	{                                                                                                                  \
	}
