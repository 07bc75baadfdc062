// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// A run as a film: frames as they come, played in the time that they took in the scene.
import { getFrames } from "/studio-server.js";
import { $ } from "/studio-words.js";

export function makeFilm(app) {
	// Frames may be played once all of their bodies are shown: the first `ready` of them.
	const film = { frames: [], ready: 0, frame: 0, time: 0, playing: false, number: -1 };
	film.now = () => app.state && app.state.run ? film.frames[film.frame] : null;
	film.start = number => {
		Object.assign(film, { frames: [], ready: 0, frame: 0, time: 0, number });
		film.play(true);
	};
	film.stop = () => { Object.assign(film, { number: -1, playing: false }); };
	film.take = async () => { film.frames.push(...await getFrames(film.frames.length)); };
	film.setReady = () => {
		film.ready = film.frames.length;
		$("scrub").max = String(Math.max(film.ready - 1, 0));
	};
	film.show = frame => {
		film.frame = Math.min(Math.max(frame, 0), Math.max(film.ready - 1, 0));
		film.time = film.frame / (app.state.run ? app.state.run.fps : 60);
		$("scrub").value = String(film.frame);
		$("clock").textContent = film.time.toFixed(3) + " s";
		app.view.place(film.now());
		app.showNumbers();
	};
	film.play = on => {
		if (on && film.ready > 0 && film.frame >= film.ready - 1) { film.show(0); }
		film.playing = on;
		app.showHint();
		$("play").setAttribute("aria-label", on ? "Pause" : "Play");
		$("play").querySelector("use").setAttribute("href", on ? "#iconPause" : "#iconPlay");
	};
	film.step = frames => { film.play(false); film.show(film.frame + frames); };
	/// The break itself takes longer to work out than to watch: with half of the film there, it does not stop in the middle.
	const isTooEarly = run => film.frame === 0 && !run.done && film.ready < run.planned / 2;
	/// Seconds have gone by.
	film.tick = seconds => {
		if (!film.playing || !app.state || !app.state.run || !film.ready || isTooEarly(app.state.run)) { return; }
		const { fps, done } = app.state.run;
		const time = film.time + seconds * Number($("speed").value), frame = Math.floor(time * fps);
		if (frame >= film.ready) { // waits for more, if there is more
			if (film.frame !== film.ready - 1) { film.show(film.ready - 1); }
			film.time = film.ready / fps;
			if (done && film.ready === film.frames.length && film.ready === app.state.run.frames) { film.show(film.ready - 1); film.play(false); }
			return;
		}
		if (frame !== film.frame) { film.show(frame); }
		film.time = time;
	};
	$("play").addEventListener("click", () => film.play(!film.playing));
	$("step").addEventListener("click", () => film.step(1));
	$("back").addEventListener("click", () => film.step(-1));
	$("scrub").addEventListener("input", event => { film.play(false); film.show(Number(event.target.value)); });
	return film;
}
