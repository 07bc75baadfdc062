// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Plays a run: the animated glTF in #glb, the numbers in #report. Needs `Three` (three-entry.js) and nothing from the
// network. window.viewer is for scripts that drive the page, such as its tests.
(async () => {
"use strict";
const $ = id => document.getElementById(id);
const report = JSON.parse($("report").textContent);
const frames = report.frames;
const duration = frames[frames.length - 1].time_s;
const frameSeconds = 1 / report.frames_per_second;

$("title").textContent = report.scene || "Run";
$("about").textContent = report.about || "";
$("source").textContent = [report.source, report.host && "host: " + report.host].filter(Boolean).join(" \u00b7 ");
document.title = (report.scene || "Run") + " \u2013 FractureSim";

function fail(message) {
	$("failure").textContent = message;
	$("failure").hidden = false;
}

if (typeof Three === "undefined") {
	fail("The program that wrote this page was built without three.js. Build it again with npm installed, or open scene.glb.");
	return;
}

// ---- Picture -------------------------------------------------------------------------------------------------------
let renderer;
try {
	renderer = new Three.WebGLRenderer({ canvas: $("view"), antialias: true, preserveDrawingBuffer: true });
} catch (error) {
	fail("This page needs WebGL, which the browser does not offer here.");
	return;
}
renderer.shadowMap.enabled = true;
renderer.shadowMap.type = Three.PCFSoftShadowMap;
renderer.toneMapping = Three.ACESFilmicToneMapping;
renderer.toneMappingExposure = 0.95;
const scene = new Three.Scene();
scene.background = new Three.Color(0xf4f2ee);
const room = new Three.PMREMGenerator(renderer);
scene.environment = room.fromScene(new Three.RoomEnvironment(), 0.04).texture;
scene.environmentIntensity = 0.4;
scene.add(new Three.HemisphereLight(0xffffff, 0xd8cfc2, 0.45));
const sun = new Three.DirectionalLight(0xfff4e6, 2.4);
sun.castShadow = true;
sun.shadow.mapSize.set(2048, 2048);
sun.shadow.radius = 5;
scene.add(sun, sun.target);
const camera = new Three.PerspectiveCamera(32, 1, 0.01, 1000);
const controls = new Three.OrbitControls(camera, renderer.domElement);
controls.enableDamping = true;
controls.dampingFactor = 0.12;

// ---- Bodies --------------------------------------------------------------------------------------------------------
function bytesOf(text) {
	const binary = atob(text.trim());
	const bytes = new Uint8Array(binary.length);
	for (let i = 0; i < binary.length; ++i) {
		bytes[i] = binary.charCodeAt(i);
	}
	return bytes;
}
let gltf;
try {
	gltf = await new Three.GLTFLoader().parseAsync(bytesOf($("glb").textContent).buffer, "");
} catch (error) {
	fail("The run in this page cannot be read: " + error.message);
	return;
}
$("glb").textContent = "";
const world = new Three.Group();
scene.add(world);
let mostStress = 0;
// A pivot a body: the animation owns the body's own place.
const bodies = [...gltf.scene.children].map((node, index) => {
	const pivot = new Three.Group();
	world.add(pivot);
	pivot.add(node);
	const body = { node, pivot, index, extras: node.userData, meshes: [], root: index };
	node.traverse(mesh => {
		if (!mesh.isMesh) {
			return;
		}
		mesh.castShadow = mesh.receiveShadow = true;
		mesh.geometry.computeBoundingSphere();
		const stress = mesh.geometry.getAttribute("_stress");
		if (stress) {
			for (let i = 0; i < stress.count; ++i) {
				mostStress = Math.max(mostStress, stress.getX(i));
			}
		}
		body.meshes.push({ mesh, material: mesh.material, stress });
	});
	body.radius = Math.max(0, ...body.meshes.map(m => m.mesh.geometry.boundingSphere.radius));
	return body;
});
for (const body of bodies) {
	while (bodies[body.root].extras.parent !== undefined) {
		body.root = bodies[body.root].extras.parent;
	}
}
const mixer = new Three.AnimationMixer(world);
let action = null;
if (gltf.animations.length > 0) {
	action = mixer.clipAction(gltf.animations[0]);
	action.setLoop(Three.LoopOnce);
	action.clampWhenFinished = true;
	action.play();
}

// ---- Colours -------------------------------------------------------------------------------------------------------
// Dark indigo over teal to yellow, in even steps of lightness.
const heatStops = ["#2b1b57", "#2f4a86", "#22748c", "#2f9d83", "#86bf55", "#f4dc4d"].map(c => new Three.Color(c));
function heat(t, target) {
	const x = Math.min(Math.max(t, 0), 1) * (heatStops.length - 1);
	const i = Math.min(Math.floor(x), heatStops.length - 2);
	return target.copy(heatStops[i]).lerp(heatStops[i + 1], x - i);
}
$("legend-bar").style.background = "linear-gradient(90deg, #2b1b57, #2f4a86, #22748c, #2f9d83, #86bf55, #f4dc4d)";
function withPrefix(value, unit) {
	const steps = [[1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""], [1e-3, "m"], [1e-6, "\u00b5"]];
	const [size, prefix] = steps.find(([s]) => Math.abs(value) >= s) || [1, ""];
	return Number((value / size).toPrecision(3)) + " " + prefix + unit;
}
$("legend-high").textContent = withPrefix(mostStress, "Pa");

function fragmentMaterial(body, original) {
	const material = original.clone();
	const inside = original.name === "Inside";
	// The golden ratio keeps neighbours in number apart in hue.
	material.color.setHSL((0.09 + body.index * 0.618034) % 1, 0.6, inside ? 0.68 : 0.45);
	return material;
}
const stressMaterial = new Three.MeshStandardMaterial({ vertexColors: true, roughness: 0.7 });
const plainMaterial = new Three.MeshStandardMaterial({ color: 0xb9bcc0, roughness: 0.8 });
function paintStress(part) {
	const geometry = part.mesh.geometry;
	if (!geometry.getAttribute("color")) {
		const colours = new Float32Array(3 * part.stress.count);
		const colour = new Three.Color();
		for (let i = 0; i < part.stress.count; ++i) {
			// The root spreads the many small values apart.
			heat(Math.sqrt(part.stress.getX(i) / (mostStress || 1)), colour).toArray(colours, 3 * i);
		}
		geometry.setAttribute("color", new Three.BufferAttribute(colours, 3));
	}
	return stressMaterial;
}
function setColour(mode) {
	state.colour = mode;
	$("colour").value = mode;
	$("legend").hidden = mode !== "stress" || mostStress === 0;
	for (const body of bodies) {
		for (const part of body.meshes) {
			if (mode === "fragments") {
				part.fragment = part.fragment || fragmentMaterial(body, part.material);
				part.mesh.material = part.fragment;
			} else if (mode === "stress") {
				part.mesh.material = part.stress ? paintStress(part) : plainMaterial;
			} else {
				part.mesh.material = part.material;
			}
		}
	}
	state.dirty = true;
}

// ---- Time ----------------------------------------------------------------------------------------------------------
const state = { time: 0, playing: false, speed: 1, colour: "material", explode: 0, dirty: true };

function frameAt(time) {
	return Math.min(frames.length - 1, Math.floor(time / frameSeconds + 1e-6));
}
function placeBodies() {
	if (action) {
		action.enabled = true;
		action.paused = false;
		// The film's times are floats: a little later, or a frame's own bodies may not be there yet.
		action.time = Math.min(state.time + 1e-5, action.getClip().duration);
		mixer.update(0);
	}
	const centres = new Map();
	for (const body of bodies) {
		body.pivot.visible = body.node.scale.x > 0.5;
		body.pivot.position.set(0, 0, 0);
		if (body.pivot.visible && state.explode > 0) {
			const sum = centres.get(body.root) || { mass: 0, centre: new Three.Vector3() };
			sum.mass += body.extras.mass;
			sum.centre.addScaledVector(body.node.position, body.extras.mass);
			centres.set(body.root, sum);
		}
	}
	if (state.explode > 0) {
		for (const body of bodies) {
			const sum = centres.get(body.root);
			if (body.pivot.visible && sum && body.extras.parent !== undefined) {
				body.pivot.position.copy(sum.centre).divideScalar(-sum.mass).add(body.node.position)
					.multiplyScalar(state.explode);
			}
		}
	}
}
function setTime(time) {
	state.time = Math.min(Math.max(time, 0), duration);
	placeBodies();
	const frame = frameAt(state.time);
	const now = frames[frame];
	$("scrub").value = String(duration > 0 ? state.time / duration : 0);
	$("time").textContent = state.time.toFixed(3) + " s \u00b7 frame " + frame + "/" + (frames.length - 1);
	$("numbers").innerHTML = "<b>" + now.bodies + "</b> bodies, <b>" + now.fragments + "</b> fragments\n<b>" +
		now.triangles.toLocaleString("en") + "</b> triangles\n<b>" + now.ms.total.toFixed(1) + "</b> ms this frame";
	state.dirty = true;
}
function setPlaying(playing) {
	if (playing && state.time >= duration) {
		setTime(0);
	}
	state.playing = playing;
	$("play").innerHTML = playing ? "&#10074;&#10074;" : "&#9654;";
}
function toFrame(frame) {
	setPlaying(false);
	setTime(Math.min(Math.max(frame, 0), frames.length - 1) * frameSeconds);
}
const breakFrames = frames.flatMap((frame, i) => frame.breaks.length > 0 ? [i] : []);
for (const i of breakFrames) {
	const mark = document.createElement("i");
	mark.style.left = 100 * (duration > 0 ? frames[i].time_s / duration : 0) + "%";
	$("marks").append(mark);
}

// ---- Camera --------------------------------------------------------------------------------------------------------
// Where most of what moves is, most of the time: a few shards that fly off do not make the rest small.
function interest() {
	const points = [];
	const saved = state.time;
	for (let k = 0; k <= 16; ++k) {
		state.time = duration * k / 16;
		placeBodies();
		for (const body of bodies) {
			if (body.pivot.visible) {
				points.push({ place: body.node.position.clone(), radius: body.radius, volume: body.extras.volume });
			}
		}
	}
	state.time = saved;
	placeBodies();
	const quantile = (share, value) => {
		const sorted = points.map(p => [value(p), Math.cbrt(p.volume)]).sort((a, b) => a[0] - b[0]);
		let left = share * sorted.reduce((sum, entry) => sum + entry[1], 0);
		return (sorted.find(entry => (left -= entry[1]) <= 0) || sorted[sorted.length - 1])[0];
	};
	const centre = new Three.Vector3(quantile(0.5, p => p.place.x), quantile(0.5, p => p.place.y),
		quantile(0.5, p => p.place.z));
	return { centre, radius: Math.max(quantile(0.85, p => p.place.distanceTo(centre) + p.radius), 1e-3) };
}
const shown = bodies.length > 0 ? interest() : { centre: new Three.Vector3(), radius: 1 };
function fitCamera() {
	const narrow = Math.min(1, camera.aspect);
	const distance = 1.15 * shown.radius / Math.sin(0.5 * camera.fov * Math.PI / 180) / narrow;
	const azimuth = 0.6;
	const elevation = 0.3;
	controls.target.copy(shown.centre);
	camera.position.set(Math.sin(azimuth) * Math.cos(elevation), Math.sin(elevation),
		Math.cos(azimuth) * Math.cos(elevation)).multiplyScalar(distance).add(shown.centre);
	camera.near = distance / 200;
	camera.far = distance * 60;
	camera.updateProjectionMatrix();
	controls.update();
	state.dirty = true;
}
const reach = 2.2 * shown.radius;
sun.position.copy(shown.centre).add(new Three.Vector3(-0.55, 1.3, 0.75).multiplyScalar(3 * shown.radius));
sun.target.position.copy(shown.centre);
Object.assign(sun.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach,
	near: 0.1 * shown.radius, far: 12 * shown.radius });
sun.shadow.normalBias = 0.004 * shown.radius;
sun.shadow.bias = -0.0005;
if (report.ground !== null) {
	// A disc that fades into the paper, and the shadows on it.
	const fade = new Three.ShaderMaterial({
		transparent: true, depthWrite: false,
		uniforms: { near: { value: new Three.Color(0xe4dfd6) }, far: { value: new Three.Color(0xf4f2ee) } },
		vertexShader: "varying vec2 place; void main() { place = uv - 0.5;" +
			" gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }",
		fragmentShader: "uniform vec3 near; uniform vec3 far; varying vec2 place; void main() {" +
			" float t = smoothstep(0.0, 0.5, length(place)); gl_FragColor = vec4(mix(near, far, t), 1.0 - t);" +
			" \n#include <colorspace_fragment>\n }"
	});
	const disc = new Three.CircleGeometry(12 * shown.radius, 96);
	const floor = new Three.Mesh(disc, fade);
	const shadows = new Three.Mesh(disc, new Three.ShadowMaterial({ opacity: 0.28, depthWrite: false }));
	for (const [mesh, lift] of [[floor, -2e-3], [shadows, -1e-3]]) {
		mesh.rotation.x = -Math.PI / 2;
		mesh.position.set(shown.centre.x, report.ground + lift * shown.radius, shown.centre.z);
		mesh.receiveShadow = mesh === shadows;
		mesh.renderOrder = mesh === shadows ? -1 : -2;
		scene.add(mesh);
	}
}

// ---- Plots ---------------------------------------------------------------------------------------------------------
const lowestPotential = Math.min(...frames.map(f => f.energy_j.potential));
const curves = [
	{ name: "kinetic", colour: "#c65a2e", values: frames.map(f => f.energy_j.kinetic) },
	{ name: "potential", colour: "#2f7f9d", values: frames.map(f => f.energy_j.potential - lowestPotential) },
	{ name: "both", colour: "#26303a", values: frames.map(f => f.energy_j.kinetic + f.energy_j.potential - lowestPotential) }
];
const milliseconds = frames.map(f => f.ms.total);
const plot = $("plot");
function drawPlots() {
	if ($("plots").hidden) {
		return;
	}
	const context = plot.getContext("2d");
	const width = plot.width;
	const half = plot.height / 2;
	context.clearRect(0, 0, width, plot.height);
	context.font = "20px system-ui, sans-serif";
	const x = i => 4 + (width - 8) * (frames.length > 1 ? i / (frames.length - 1) : 0);
	const mostEnergy = Math.max(1e-12, ...curves.flatMap(c => c.values));
	curves.forEach((curve, n) => {
		context.strokeStyle = context.fillStyle = curve.colour;
		context.lineWidth = curve.name === "both" ? 2 : 3;
		context.beginPath();
		curve.values.forEach((value, i) => context.lineTo(x(i), half - 8 - (half - 40) * value / mostEnergy));
		context.stroke();
		context.fillText(curve.name, 150 + 110 * n, 20);
	});
	context.fillStyle = "#26303a";
	context.fillText("Energy " , 4, 20);
	context.fillText(withPrefix(mostEnergy, "J"), width - 110, 20);
	const mostTime = Math.max(1e-9, ...milliseconds);
	context.fillText("Milliseconds a frame", 4, half + 22);
	context.fillText(mostTime.toFixed(1) + " ms", width - 110, half + 22);
	context.fillStyle = "#8a949d";
	const column = Math.max(1, (width - 8) / frames.length - 1);
	milliseconds.forEach((value, i) => {
		const height = (half - 36) * value / mostTime;
		context.fillRect(x(i) - column / 2, plot.height - 4 - height, column, height);
	});
	context.strokeStyle = "rgba(198, 90, 46, 0.8)";
	context.lineWidth = 2;
	context.beginPath();
	context.moveTo(x(state.time / frameSeconds), 26);
	context.lineTo(x(state.time / frameSeconds), plot.height);
	context.stroke();
}
plot.addEventListener("pointerdown", event => {
	setPlaying(false);
	setTime(duration * event.offsetX / plot.clientWidth);
});

// ---- Controls ------------------------------------------------------------------------------------------------------
const speeds = [...$("speed").options].map(o => Number(o.value));
function setSpeed(index) {
	$("speed").selectedIndex = Math.min(Math.max(index, 0), speeds.length - 1);
	state.speed = speeds[$("speed").selectedIndex];
}
function setExplode(amount) {
	state.explode = amount;
	$("explode").value = String(amount);
	setTime(state.time);
}
function togglePlots() {
	$("plots").hidden = !$("plots").hidden;
	$("graphs").setAttribute("aria-pressed", String(!$("plots").hidden));
	state.dirty = true;
}
$("play").addEventListener("click", () => setPlaying(!state.playing));
$("scrub").addEventListener("input", event => {
	setPlaying(false);
	setTime(duration * Number(event.target.value));
});
$("speed").addEventListener("change", () => setSpeed($("speed").selectedIndex));
$("colour").addEventListener("change", event => setColour(event.target.value));
$("explode").addEventListener("input", event => setExplode(Number(event.target.value)));
$("fit").addEventListener("click", fitCamera);
$("graphs").addEventListener("click", togglePlots);
$("help").addEventListener("click", () => $("keys").showModal());
controls.addEventListener("change", () => { state.dirty = true; });

const keys = {
	" ": () => setPlaying(!state.playing),
	ArrowLeft: event => toFrame(frameAt(state.time) - (event.shiftKey ? 10 : 1)),
	ArrowRight: event => toFrame(frameAt(state.time) + (event.shiftKey ? 10 : 1)),
	Home: () => toFrame(0),
	End: () => toFrame(frames.length - 1),
	n: () => toFrame(breakFrames.find(i => i > frameAt(state.time)) ?? frameAt(state.time)),
	"[": () => setSpeed($("speed").selectedIndex + 1),
	"]": () => setSpeed($("speed").selectedIndex - 1),
	1: () => setColour("material"),
	2: () => setColour("fragments"),
	3: () => setColour("stress"),
	e: () => setExplode(state.explode > 0 ? 0 : 0.8),
	f: fitCamera,
	p: togglePlots,
	"?": () => $("keys").showModal()
};
addEventListener("keydown", event => {
	const handler = keys[event.key] || keys[event.key.toLowerCase()];
	if (!handler || event.ctrlKey || event.metaKey || event.altKey || $("keys").open) {
		return;
	}
	if (document.activeElement && document.activeElement !== document.body) {
		document.activeElement.blur();
	}
	event.preventDefault();
	handler(event);
});

function resize() {
	renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
	renderer.setSize(innerWidth, innerHeight, false);
	camera.aspect = innerWidth / innerHeight;
	camera.updateProjectionMatrix();
	state.dirty = true;
}
addEventListener("resize", resize);

let last = performance.now();
function tick(now) {
	const seconds = Math.min((now - last) / 1000, 0.1);
	last = now;
	if (state.playing) {
		const time = state.time + seconds * state.speed;
		if (time >= duration && $("loop").checked && duration > 0) {
			setTime(time % duration);
		} else {
			setTime(time);
			if (time >= duration) {
				setPlaying(false);
			}
		}
	}
	controls.update();
	if (state.dirty) {
		state.dirty = false;
		renderer.render(scene, camera);
		drawPlots();
	}
	requestAnimationFrame(tick);
}

resize();
fitCamera();
setColour("material");
setTime(0);
window.viewer = { state, setTime, setPlaying, setColour, setExplode, toFrame, fitCamera,
	shownBodies: () => bodies.filter(body => body.pivot.visible).length,
	frames: frames.length, framesPerSecond: report.frames_per_second, breakFrames };
document.documentElement.dataset.ready = "true";
setPlaying(true);
requestAnimationFrame(tick);
})();
