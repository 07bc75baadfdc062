// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Requests to the program, and the bytes that it answers.
export async function ask(path, options) {
	const response = await fetch(path, options).catch(() => null);
	if (!response) {
		throw new Error("The studio does not answer. Is the program still running?");
	}
	if (!response.ok) {
		const words = (await response.json().catch(() => ({}))).error || "The studio refused that.";
		throw Object.assign(new Error(words), { status: response.status });
	}
	return response;
}

let session = sessionStorage.getItem("session");
export const own = what => "/api/" + session + "/" + what;
export async function openSession() {
	session = (await (await ask("/api/open", { method: "POST" })).json()).session;
	sessionStorage.setItem("session", session);
}
/// True if there was none that could be gone on with.
export async function findSession() {
	const isKnown = session && await ask(own("state")).catch(() => null);
	if (!isKnown) {
		await openSession();
	}
	return !isKnown;
}
export const send = (verb, body, query = "") =>
	ask(own(verb) + query, { method: "POST", body: body instanceof Blob ? body : JSON.stringify(body || {}) });
export const getJson = async what => (await ask(own(what))).json();

// An address has an end: so many numbers fit into one.
const idsAtOnce = 500;
async function getPackets(what, ids, read) {
	const found = new Map();
	for (let from = 0; from < ids.length; from += idsAtOnce) {
		const data = await (await ask(own(what + "of=" + ids.slice(from, from + idsAtOnce).join()))).arrayBuffer();
		for (let at = 0; at < data.byteLength;) {
			const [id, size] = new Uint32Array(data, at, 2);
			found.set(id, read(data, at + 8, size));
			at += 8 + size;
		}
	}
	return found;
}
/// As StudioPackets.h has them.
export const getMeshes = ids => getPackets("meshes?", ids, (data, at) => {
	const [corners, outer, vertices] = new Uint32Array(data, at, 4);
	return {
		corners, outer, vertices,
		positions: new Float32Array(data, at + 16, 3 * corners),
		normals: new Float32Array(data, at + 16 + 12 * corners, 3 * corners),
		corner: new Uint32Array(data, at + 16 + 24 * corners, corners)
	};
});
export const getValues = (kind, ids) =>
	getPackets("values?kind=" + kind + "&", ids, (data, at, size) => new Float32Array(data, at, size / 4));
export async function getTets() {
	const data = await (await ask(own("tets"))).arrayBuffer(), [nodes, tets] = new Uint32Array(data, 0, 2);
	return { nodes: new Float32Array(data, 8, 3 * nodes), cells: new Uint32Array(data, 8 + 12 * nodes, 4 * tets) };
}
export async function getFrames(from) {
	const data = new DataView(await (await ask(own("frames?from=" + from))).arrayBuffer());
	const frames = [];
	for (let at = 0; at < data.byteLength;) {
		const start = at, count = data.getUint32(at, true), f = k => data.getFloat32(start + k, true);
		const frame = { time: f(4), ms: f(8), kinetic: f(12), potential: f(16), fragments: data.getUint32(at + 20, true), bodies: new Map() };
		at += 24;
		for (let i = 0; i < count; ++i, at += 32) {
			frame.bodies.set(data.getUint32(at, true), new Float32Array(data.buffer, at + 4, 7));
		}
		frames.push(frame);
	}
	return frames;
}
