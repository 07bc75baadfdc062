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
/// From grams to tonnes.
export const massWords = kilograms => kilograms < 1e3 ? withUnit(1e3 * kilograms, "g") : Number((kilograms / 1e3).toPrecision(3)).toLocaleString("en") + " t";
/// One value everywhere is said once; long numbers are said short.
export function legendTicks(ticks) {
	const isEven = ticks.length > 1 && ticks.every(tick => tick.text === ticks[0].text);
	return (isEven ? [{ at: 0.5, text: ticks[0].text }] : ticks).map(({ at, text }) => ({ at, text: Number(text) >= 1e5 ? withUnit(Number(text), "").trim() : text }));
}
export const digits = (value, count) => Number(value.toPrecision(count));
export const fail = text => {
	$("errorText").textContent = text;
	$("error").hidden = !text;
};
const fieldNames = { length: "Longest side", height: "Height", angle: "Tilt", mass: "Ball’s mass", speed: "The speed", seed: "Seed", tets: "Detail", shell: "As a sheet" };
/// The core speaks of the program's options; here they are fields.
export const inPageWords = text => text
	.replace(/^(length|height|angle|mass|speed|seed|tets|shell)(?= (is|must) )/, name => fieldNames[name]).replace(/\bas a shell\b/g, "“as a sheet”")
	.replace(/--shell ([\d.e+-]*\d)( m)?/g, (_, metres) => digits(1e3 * Number(metres), 3) + " mm “as a sheet”").replace(/--shell/g, "a thickness “as a sheet”")
	.replace(/(use )?--tets ([\d ,.]*\d)/g, (_, use, count) => (use ? "set " : "") + "“Detail” to " + count + " tetrahedra")
	.replace(/\btets\b/g, "tetrahedra")
	.replace(/([\d.]+(?:e[+-]?\d+)?) m\^3/g, (_, volume) => Number(volume) < 1 ? digits(1e6 * Number(volume), 3) + " cm³" : volume + " m³")
	.replace(/\b0\.\d+ m\b(?![\^²³/·])/g, length => digits(1e3 * parseFloat(length), 3) + " mm");
