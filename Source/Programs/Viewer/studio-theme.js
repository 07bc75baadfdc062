// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Before anything is drawn: what was chosen last time, or else what the system wants.
document.documentElement.classList.toggle("dark",
	(localStorage.getItem("dark") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "1" : "")) === "1");
