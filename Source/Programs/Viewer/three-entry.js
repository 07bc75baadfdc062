// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// What viewer.js and studio.js use of three.js. The build fetches it (Bundle.cmake) and `npm run build` bundles it into three.min.js.
/*! three.js r170, https://threejs.org, Copyright (c) 2010-2024 three.js authors, MIT licence: see THIRD_PARTY.md */
export {
	ACESFilmicToneMapping,
	AnimationMixer,
	BufferAttribute,
	BufferGeometry,
	CircleGeometry,
	Color,
	ConeGeometry,
	CylinderGeometry,
	DirectionalLight,
	DoubleSide,
	Group,
	HemisphereLight,
	InstancedMesh,
	LoopOnce,
	Matrix4,
	Mesh,
	MeshStandardMaterial,
	PCFShadowMap,
	PCFSoftShadowMap,
	PerspectiveCamera,
	PMREMGenerator,
	Raycaster,
	Scene,
	ShaderMaterial,
	ShadowMaterial,
	SphereGeometry,
	Vector2,
	Vector3,
	WebGLRenderer
} from "three";
export { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
export { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
export { RoomEnvironment } from "three/examples/jsm/environments/RoomEnvironment.js";
