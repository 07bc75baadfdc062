# Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
"""Unreal runs this when the editor starts. It only adds a menu entry; nothing is made until somebody asks."""
import fracturesim_samples

fracturesim_samples.register_menu()
