// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// A press on the object is a hit: a click straight in, a drag with an arrow of the ball's way and speed.
import { $, digits, massWords, withUnit } from "/studio-words.js";

const { Three } = window;
const pixelsOfClickSpeed = 80; // a drag of so many has the speed of a click

/// An arrow along y from 0 to 1, as thick as one can see.
function makeArrow() {
	const material = new Three.MeshStandardMaterial({ color: 0xe2571e, roughness: 0.5, emissive: 0x5a1c00 });
	const shaft = new Three.Mesh(new Three.CylinderGeometry(0.022, 0.022, 0.78, 16), material);
	const head = new Three.Mesh(new Three.ConeGeometry(0.075, 0.24, 24), material);
	shaft.position.y = 0.39;
	head.position.y = 0.88;
	const arrow = new Three.Group();
	arrow.add(shaft, head);
	arrow.visible = false;
	return arrow;
}

export function makeAim(app) {
	const { view, film } = app, arrow = makeArrow(), ahead = new Three.Vector3(0, 1, 0);
	view.scene.add(arrow);
	let aim = null;
	// What flies at it, for as long as the button is down.
	const tell = () => {
		const mass = Number($("mass").value);
		app.showNumbers(aim && arrow.visible ? [[digits(aim.speed, 3) + " m/s", ""], [massWords(mass), "ball"], [withUnit(mass * aim.speed, "N s"), ""], [withUnit(0.5 * mass * aim.speed ** 2, "J"), ""]] : null);
	};

	/// True if the press is a hit's.
	const press = event => {
		const { state } = app;
		if (!state || state.phase !== "baked" || state.job) { return false; }
		if (state.run && (film.playing || !state.run.done)) { return false; } // while it moves, the mouse turns the view
		const found = view.pick(event);
		if (!found || found.object.userData.body.object) { return false; }
		aim = {
			mesh: found.object, frame: state.run ? film.frame : -1, point: found.point.clone(), x: event.clientX, y: event.clientY,
			direction: found.face.normal.clone().transformDirection(found.object.matrixWorld).negate(), speed: Number($("hitSpeed").value)
		};
		return true;
	};
	const move = event => {
		if (!aim) { return; }
		const dx = event.clientX - aim.x, dy = event.clientY - aim.y, pixels = Math.hypot(dx, dy);
		if (pixels < 6) { return; }
		const right = new Three.Vector3().setFromMatrixColumn(view.camera.matrixWorld, 0);
		const up = new Three.Vector3().setFromMatrixColumn(view.camera.matrixWorld, 1);
		// Into the picture and along the drag: what is pulled out to the left flies to the right.
		aim.direction = view.rayDirection().clone().addScaledVector(right, -dx / 80).addScaledVector(up, dy / 80).normalize();
		aim.speed = Number($("hitSpeed").value) * pixels / pixelsOfClickSpeed;
		const long = pixels / 600 * view.camera.position.distanceTo(aim.point);
		arrow.position.copy(aim.point).addScaledVector(aim.direction, -long);
		arrow.quaternion.setFromUnitVectors(ahead, aim.direction);
		arrow.scale.setScalar(long);
		arrow.visible = true;
		tell();
		view.dirty = true;
	};
	const release = () => {
		if (!aim) { return; }
		arrow.visible = false;
		view.dirty = true;
		const { mesh, frame, point, direction, speed } = aim;
		aim = null;
		tell();
		mesh.worldToLocal(point);
		direction.applyQuaternion(mesh.quaternion.clone().invert());
		app.post("hit", { body: mesh.userData.body.mesh, frame, point: point.toArray(), direction: direction.toArray(), mass: Number($("mass").value), speed, seed: app.seed() });
	};
	const cancel = () => {
		if (!aim) { return; }
		arrow.visible = false;
		aim = null;
		view.dirty = true;
		tell();
	};
	return { press, move, release, cancel };
}
