// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// The picture: light, ground, camera, the bodies and how they are coloured.
import { getMeshes, getTets, getValues } from "/studio-server.js";

const { Three } = window;
const materialColours = { glass: 0xa9c9c6, ceramic: 0xd9cdb8, wood: 0xb98a58, concrete: 0xa9a7a2, brick: 0xb5654a, ice: 0xc4dbe6, stone: 0x9b958c };
export const heatTitles = { stress: "Tension at the last impact", strength: "Strength against pulling apart", fragility: "Smallest blow that starts a crack", anchors: "What is held" };

/// `app` has the state and the library of the program.
export function makeView(app, canvas) {
	const renderer = new Three.WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
	renderer.shadowMap.enabled = true;
	renderer.shadowMap.type = Three.PCFShadowMap;
	renderer.shadowMap.autoUpdate = false; // only when something has moved
	renderer.toneMapping = Three.ACESFilmicToneMapping;
	const scene = new Three.Scene();
	scene.environment = new Three.PMREMGenerator(renderer).fromScene(new Three.RoomEnvironment(), 0.04).texture;
	scene.environmentIntensity = 0.5;
	scene.add(new Three.HemisphereLight(0xffffff, 0xd8cfc2, 0.5));
	const sun = new Three.DirectionalLight(0xfff4e6, 2.3);
	sun.castShadow = true;
	sun.shadow.mapSize.set(2048, 2048);
	sun.shadow.radius = 4;
	sun.shadow.bias = -0.0005;
	const { ground, floor, shadows } = makeGround();
	const bench = new Three.Group();
	scene.add(sun, sun.target, ground, bench);
	const camera = new Three.PerspectiveCamera(32, 1, 0.01, 1000);
	camera.up.set(0, 0, 1);
	const controls = new Three.OrbitControls(camera, canvas);
	const view = { scene, camera, controls, shown: new Map(), look: { colour: "material", explode: 0, cut: 0 }, isTurned: false, dirty: true };
	controls.addEventListener("change", () => { view.dirty = true; });
	controls.addEventListener("start", () => { view.isTurned = true; });

	view.setTheme = dark => {
		document.documentElement.classList.toggle("dark", dark);
		scene.background = new Three.Color(dark ? 0x1b1f24 : 0xf2f0ec);
		floor.material.uniforms.near.value.set(dark ? 0x272d33 : 0xe7e3db);
		floor.material.uniforms.far.value.copy(scene.background);
		shadows.material.opacity = dark ? 0.5 : 0.26;
		view.dirty = true;
	};

	// ---- Camera ------------------------------------------------------------------------------------------------------
	/// The object as it stands on the bench.
	function objectExtent() {
		const low = new Three.Vector3(...app.state.low), high = new Three.Vector3(...app.state.high);
		return { centre: low.clone().add(high).multiplyScalar(0.5), radius: low.distanceTo(high) * 0.5 };
	}
	/// A ball about a mesh where it is now.
	function ballOf(mesh) {
		mesh.geometry.boundingSphere || mesh.geometry.computeBoundingSphere();
		const { center, radius } = mesh.geometry.boundingSphere;
		return { mesh, radius, middle: center.clone().applyQuaternion(mesh.quaternion).add(mesh.position) };
	}
	const visibleBalls = () => [...view.shown.values()].filter(mesh => mesh.visible).map(ballOf);
	function extentOf(balls) {
		const low = new Three.Vector3().setScalar(Infinity), high = new Three.Vector3().setScalar(-Infinity);
		for (const { middle, radius } of balls) {
			low.min(middle.clone().subScalar(radius));
			high.max(middle.clone().addScalar(radius));
		}
		return balls.length ? { centre: low.clone().add(high).multiplyScalar(0.5), radius: low.distanceTo(high) * 0.5 } : objectExtent();
	}
	/// The place where the most of the object's mass lies together, within twice its own size; not what flew far away.
	function mostBalls() {
		const balls = visibleBalls(), pieces = balls.filter(ball => !ball.mesh.userData.body.object), reach = 4 * objectExtent().radius;
		const near = (list, middle) => list.filter(ball => ball.middle.distanceTo(middle) <= reach);
		const groups = pieces.map(({ middle }) => ({ middle, mass: near(pieces, middle).reduce((sum, ball) => sum + ball.mesh.userData.body.mass_kg, 0) }));
		return groups.length ? near(balls, groups.reduce((best, one) => one.mass > best.mass ? one : best).middle) : balls;
	}
	/// Where most of what falls is: about its centre of mass, wider the farther the pieces fly. What is shot away may go.
	function flightExtent() {
		const { radius, centre: bench } = objectExtent(), centre = new Three.Vector3(), places = [];
		let mass = 0;
		for (const mesh of view.shown.values()) {
			const { body } = mesh.userData;
			if (!mesh.visible || body.object) { continue; }
			const place = new Three.Vector3(...body.centre).applyQuaternion(mesh.quaternion).add(mesh.position);
			places.push([place, body.mass_kg]);
			centre.addScaledVector(place, body.mass_kg);
			mass += body.mass_kg;
		}
		if (!(mass > 0)) { return objectExtent(); }
		centre.divideScalar(mass);
		const lift = app.state.run.scene === "drop" ? app.state.run.height + radius : 0;
		for (const axis of ["x", "y"]) { centre[axis] = Math.min(Math.max(centre[axis], bench[axis] - radius), bench[axis] + radius); }
		centre.z = Math.min(centre.z, bench.z + lift);
		const spread = Math.sqrt(places.reduce((sum, [place, m]) => sum + m * place.distanceToSquared(centre), 0) / mass);
		return { centre, radius: 1.25 * radius + Math.min(1.5 * spread, 1.5 * radius) };
	}
	function light({ centre, radius }) {
		sun.position.copy(centre).add(new Three.Vector3(-0.6, -0.7, 1.3).multiplyScalar(3 * radius));
		sun.target.position.copy(centre);
		Object.assign(sun.shadow.camera, { left: -2.5 * radius, right: 2.5 * radius, top: 2.5 * radius, bottom: -2.5 * radius, near: 0.1 * radius, far: 12 * radius });
		sun.shadow.camera.updateProjectionMatrix();
		sun.shadow.normalBias = 0.005 * radius;
		ground.scale.setScalar(12 * radius);
		renderer.shadowMap.needsUpdate = true;
		const lies = app.state.run || app.state.bodies?.some(body => body.pose); // on a scene's ground, which is at 0
		ground.position.set(centre.x, centre.y, Math.min(0, lies ? 0 : app.state.low[2]) - 1e-3 * radius);
	}
	/// From what the state says alone, so that a reload has the same light.
	function lightBench() {
		const { centre, radius } = objectExtent(), height = app.state.run ? app.state.run.height : 0;
		const lying = (app.state.bodies ?? []).flatMap(body => body.pose ? [new Three.Vector3().fromArray(body.pose).distanceTo(centre)] : []);
		light({ centre, radius: radius + Math.max(0.35 * height, Math.min(0.5 * Math.max(0, ...lying), 2 * radius)) });
	}
	view.fit = () => {
		if (!app.state || app.state.phase === "empty") { return; }
		aim(app.state.run ? flightExtent() : objectExtent());
		lightBench();
		view.isTurned = false;
	};
	/// Whether no piece is in the picture, though there are some: a ball has shot them away, or the view was turned from them.
	function arePiecesAway() {
		const pieces = visibleBalls().filter(ball => !ball.mesh.userData.body.object);
		const isSeen = ({ middle }) => middle.clone().project(camera).toArray().every(x => Math.abs(x) <= 1);
		return pieces.length > 0 && !pieces.some(isSeen);
	}
	/// Most of it; once more, everything to the last shard.
	let mostSeen = "";
	view.fitMost = () => {
		if (!app.state || app.state.phase === "empty") { return; }
		const isAgain = mostSeen === view.cameraNumbers().join();
		aim(extentOf(isAgain ? visibleBalls() : mostBalls()));
		mostSeen = isAgain ? "" : view.cameraNumbers().join();
		lightBench();
		view.isTurned = !!app.state.run; // a choice too, and holds in a film
	};
	function aim({ centre, radius }) {
		const distance = 1.04 * radius / Math.sin(camera.fov * Math.PI / 360) / Math.min(1, camera.aspect);
		controls.target.copy(centre);
		camera.position.set(0.55, -0.75, 0.42).normalize().multiplyScalar(distance).add(centre);
		camera.near = distance / 200;
		camera.far = distance * 50;
		camera.updateProjectionMatrix();
		controls.update();
		view.dirty = true;
	}
	view.cameraNumbers = () => [...camera.position.toArray(), ...controls.target.toArray()].map(x => Number(x.toPrecision(5)));
	view.setCamera = numbers => {
		if (!Array.isArray(numbers) || numbers.length !== 6 || !numbers.every(Number.isFinite)) { return; }
		camera.position.fromArray(numbers);
		controls.target.fromArray(numbers, 3);
		controls.update();
		view.isTurned = true;
		view.dirty = true;
	};
	const ray = new Three.Raycaster();
	const place = event => {
		const box = canvas.getBoundingClientRect();
		return new Three.Vector2(2 * (event.clientX - box.left) / box.width - 1, 1 - 2 * (event.clientY - box.top) / box.height);
	};
	/// The nearest body under the pointer, as three.js tells it.
	view.pick = event => {
		ray.setFromCamera(place(event), camera);
		return ray.intersectObjects([...view.shown.values()].filter(mesh => mesh.visible))[0];
	};
	view.rayDirection = () => ray.ray.direction;

	// ---- Bodies ------------------------------------------------------------------------------------------------------
	/// Numbers from which colours follow: the same after a reload and on another machine.
	const firstNumber = bodies => {
		if (app.state.run) { return app.state.run.number; }
		const first = Math.min(...bodies.map(body => body.parent < 0 ? body.mesh : body.parent));
		return bodies.some(body => body.pose) ? first - 1 : first; // the scene that left them had the number before
	};
	function makeMesh(body, index, first, data) {
		const geometry = new Three.BufferGeometry();
		geometry.setAttribute("position", new Three.BufferAttribute(data.positions, 3));
		geometry.setAttribute("normal", new Three.BufferAttribute(data.normals, 3));
		// From the start: the library leaves out an attribute that comes between two looks at the shadows.
		geometry.setAttribute("color", new Three.BufferAttribute(new Float32Array(3 * data.corners).fill(1), 3));
		geometry.addGroup(0, data.outer, 0);
		geometry.addGroup(data.outer, data.corners - data.outer, 1);
		const make = () => new Three.MeshStandardMaterial({ roughness: 0.55, side: Three.DoubleSide });
		const mesh = new Three.Mesh(geometry, [make(), make()]);
		mesh.castShadow = mesh.receiveShadow = true;
		Object.assign(mesh.userData, { body, index, tone: body.mesh - first, corner: data.corner });
		return mesh;
	}
	/// Shows these bodies and no others; their meshes are asked for once.
	view.show = async bodies => {
		const fresh = bodies.filter(body => !view.shown.has(body.mesh));
		const data = await getMeshes(fresh.map(body => body.mesh)), first = firstNumber(bodies);
		const wanted = new Map(bodies.map((body, index) => [body.mesh, view.shown.get(body.mesh) || makeMesh(body, index, first, data.get(body.mesh))]));
		await paint(fresh.map(body => wanted.get(body.mesh)));
		bench.clear();
		for (const mesh of wanted.values()) { bench.add(mesh); }
		for (const [id, mesh] of view.shown) {
			if (!wanted.has(id)) { mesh.geometry.dispose(); mesh.material.forEach(material => material.dispose()); }
		}
		view.shown = wanted;
		bodies.forEach((body, index) => Object.assign(wanted.get(body.mesh).userData, { body, index })); // a piece of a scene may lie on the bench now
	};
	/// Where they are: in a frame of a run, or on the bench.
	view.place = frame => {
		let mass = 0;
		const centre = new Three.Vector3(), at = new Map();
		for (const mesh of view.shown.values()) {
			const { body, index } = mesh.userData, pose = frame ? frame.bodies.get(index) : body.pose;
			mesh.visible = view.look.cut === 0 && (!frame || !!pose);
			mesh.position.set(0, 0, 0);
			mesh.quaternion.set(0, 0, 0, 1);
			if (pose) { mesh.position.fromArray(pose); mesh.quaternion.fromArray(pose, 3); }
			if (mesh.visible && !body.object) {
				const middle = new Three.Vector3(...body.centre).applyQuaternion(mesh.quaternion).add(mesh.position);
				at.set(mesh, middle);
				mass += body.mass_kg;
				centre.addScaledVector(middle, body.mass_kg);
			}
		}
		if (mass > 0) {
			centre.divideScalar(mass);
			for (const [mesh, middle] of at) {
				const way = middle.sub(centre);
				if (frame || mesh.userData.body.pose) { way.z = Math.max(way.z, 0); } // not into the ground that they lie on
				mesh.position.addScaledVector(way, view.look.explode);
			}
		}
		renderer.shadowMap.needsUpdate = true;
		if (!frame && app.state.bodies?.some(body => body.pose)) { lightBench(); }
		if (frame && !view.isTurned) { aim(flightExtent()); } // follows what falls, until somebody turns the view
		view.dirty = true;
	};

	// ---- Colours -----------------------------------------------------------------------------------------------------
	const stops = app.library.heat.map(([r, g, b]) => new Three.Color().setRGB(r / 255, g / 255, b / 255, "srgb"));
	view.scaleOf = mode => !(mode in heatTitles) ? null : mode === "stress" ? (app.state.run || app.state).stress : app.state[mode];
	function heatPlace(scale, value) {
		const t = scale.log ? (value > 0 ? Math.log(value / scale.low) / Math.log(scale.high / scale.low) : 0)
			: (value - scale.low) / (scale.high - scale.low || 1);
		return Math.min(Math.max(t, 0), 1);
	}
	function setHeat(mesh, scale, values) {
		const { corner } = mesh.userData, colour = new Three.Color(), last = stops.length - 1;
		const perVertex = new Float32Array(3 * values.length);
		for (let v = 0; v < values.length; ++v) {
			const t = heatPlace(scale, values[v]) * last, k = Math.min(Math.floor(t), last - 1);
			colour.copy(stops[k]).lerp(stops[k + 1], t - k).toArray(perVertex, 3 * v);
		}
		const known = mesh.geometry.getAttribute("color"), rgb = known.array;
		for (let i = 0; i < corner.length; ++i) {
			for (let k = 0; k < 3; ++k) { rgb[3 * i + k] = perVertex[3 * corner[i] + k]; }
		}
		known.needsUpdate = true;
		renderer.shadowMap.needsUpdate = true; // or the new colours wait for the next thing that moves
	}
	async function paint(meshes) {
		const { colour } = view.look, scale = view.scaleOf(colour), asked = scale ? meshes.filter(mesh => !mesh.userData.body.object) : [];
		const values = await getValues(colour, asked.map(mesh => mesh.userData.body.mesh));
		for (const mesh of meshes) {
			const { body, tone } = mesh.userData, own = values.get(body.mesh), isHeat = !!own && own.length > 0;
			if (isHeat) { setHeat(mesh, scale, own); }
			mesh.material.forEach((material, inside) => {
				if (material.vertexColors !== isHeat) { material.vertexColors = isHeat; material.needsUpdate = true; }
				if (isHeat) { material.color.set(0xffffff); }
				else if (body.object) { material.color.set(0x6b7178); material.metalness = 0.6; }
				else if (colour in heatTitles) { material.color.set(0xb9bcc0); }
				else if (colour === "fragments") { material.color.setHSL((0.09 + tone * 0.618034) % 1, 0.55, inside ? 0.68 : 0.48); }
				else {
					material.color.set(materialColours[app.state.material.name] || 0xc9bda9);
					if (inside) { material.color.lerp(new Three.Color(0xffffff), 0.45); }
				}
			});
		}
		view.dirty = true;
	}
	view.paintAll = () => paint([...view.shown.values()]);

	// ---- A cut through the tetrahedra --------------------------------------------------------------------------------
	let tets = null, tetMesh = null;
	view.cutAway = async (share, axis) => {
		view.look.cut = app.state.phase === "baked" ? share : 0;
		if (view.look.cut > 0 && (!tets || tets.of !== app.state.baked.number)) {
			tets = { ...await getTets(), of: app.state.baked.number };
		}
		if (tetMesh) { scene.remove(tetMesh); tetMesh.geometry.dispose(); tetMesh.material.dispose(); tetMesh = null; }
		if (view.look.cut > 0) {
			const geometry = new Three.BufferGeometry();
			geometry.setAttribute("position", new Three.BufferAttribute(cutFaces(tets, axis, share, app.state), 3));
			tetMesh = new Three.Mesh(geometry, new Three.MeshStandardMaterial({ color: 0xd8b27a, flatShading: true, roughness: 0.8 }));
			tetMesh.castShadow = tetMesh.receiveShadow = true;
			scene.add(tetMesh);
		}
		view.dirty = true;
	};

	let quality = 1;
	/// Below 1: fewer pixels, for machines without a graphics card.
	view.setQuality = share => { quality = share; view.resize(canvas.getBoundingClientRect()); };
	view.resize = ({ width, height }) => {
		if (!(width > 0 && height > 0)) { return; }
		view.dirty = true;
		renderer.setPixelRatio(quality * Math.min(devicePixelRatio, 2));
		renderer.setSize(width, height, false);
		camera.aspect = width / height;
		camera.updateProjectionMatrix();
		view.draw();
	};
	view.draw = () => {
		controls.update();
		if (view.dirty) { view.dirty = false; renderer.render(scene, camera); app.showAway(arePiecesAway()); }
	};
	return view;
}

/// A disc that fades into the paper, and the shadows on it.
function makeGround() {
	const fade = new Three.ShaderMaterial({
		transparent: true, depthWrite: false,
		uniforms: { near: { value: new Three.Color() }, far: { value: new Three.Color() } },
		vertexShader: "varying vec2 place; void main() { place = uv - 0.5; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }",
		fragmentShader: "uniform vec3 near; uniform vec3 far; varying vec2 place; void main() {" +
			" float t = smoothstep(0.0, 0.5, length(place)); gl_FragColor = vec4(mix(near, far, t), 1.0 - t);\n#include <colorspace_fragment>\n }"
	});
	const disc = new Three.CircleGeometry(1, 96), ground = new Three.Group();
	const floor = new Three.Mesh(disc, fade), shadows = new Three.Mesh(disc, new Three.ShadowMaterial({ depthWrite: false }));
	floor.renderOrder = -2;
	shadows.renderOrder = -1;
	shadows.receiveShadow = true;
	shadows.position.z = 1e-5;
	ground.add(floor, shadows);
	return { ground, floor, shadows };
}

/// The faces of all tets behind a plane across the box: three corners each. What lies towards the viewer goes: y from the
/// front, x and z from the far end.
function cutFaces({ nodes, cells }, axisName, share, { low, high }) {
	const axis = "xyz".indexOf(axisName), from = low[axis] + share * (high[axis] - low[axis]), faces = new Map();
	for (let t = 0; t < cells.length; t += 4) {
		const v = cells.subarray(t, t + 4);
		const middle = (nodes[3 * v[0] + axis] + nodes[3 * v[1] + axis] + nodes[3 * v[2] + axis] + nodes[3 * v[3] + axis]) / 4;
		if (axis === 1 ? middle < from : middle > high[axis] + low[axis] - from) { continue; }
		for (const face of [[v[1], v[2], v[3]], [v[0], v[3], v[2]], [v[0], v[1], v[3]], [v[0], v[2], v[1]]]) {
			const key = [...face].sort((a, b) => a - b).join();
			if (!faces.delete(key)) { faces.set(key, face); }
		}
	}
	const points = new Float32Array(9 * faces.size);
	let at = 0;
	for (const face of faces.values()) {
		for (const v of face) { points.set(nodes.subarray(3 * v, 3 * v + 3), at); at += 3; }
	}
	return points;
}
