// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Small things that all parts of the page use.
export const $ = id => document.getElementById(id);
export const make = (tag, props, ...children) => {
	const element = Object.assign(document.createElement(tag), props);
	element.append(...children);
	return element;
};
/// Three digits and the prefix that suits them.
export function withUnit(value, name) {
	const [size, prefix] = [[1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""], [1e-3, "m"], [1e-6, "µ"]].find(([s]) => Math.abs(value) >= s) || [Infinity, ""]; // less is nothing
	return Number((value / size).toPrecision(3)) + " " + prefix + name;
}
export const digits = (value, count) => Number(value.toPrecision(count));
export const fail = text => {
	$("errorText").textContent = text;
	$("error").hidden = !text;
};
/// The core speaks of the program's options; here they are fields.
export const inPageWords = text => text
	.replace(/--shell ([\d.e+-]*\d)( m)?/g, (_, metres) => digits(1e3 * Number(metres), 3) + " mm “as a sheet”").replace(/--shell/g, "a thickness “as a sheet”")
	.replace(/(use )?--tets ([\d ,.]*\d)/g, (_, use, count) => (use ? "set " : "") + "“Detail” to " + count + " tetrahedra")
	.replace(/\btets\b/g, "tetrahedra")
	.replace(/([\d.]+(?:e[+-]?\d+)?) m\^3/g, (_, volume) => Number(volume) < 1 ? digits(1e6 * Number(volume), 3) + " cm³" : volume + " m³")
	.replace(/\b0\.\d+ m\b(?![\^²³/·])/g, length => digits(1e3 * parseFloat(length), 3) + " mm");
