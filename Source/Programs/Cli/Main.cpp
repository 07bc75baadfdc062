// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include <cstdio>

int main()
{
	std::puts("fracturesim");
	return 0;
}
