// Draws a 3D model with three, which is only loaded when one is opened.
import {
  AnimationMixer,
  Box3,
  CapsuleGeometry,
  Group,
  type Material,
  Mesh,
  MeshNormalMaterial,
  MeshStandardMaterial,
  type Object3D,
  PerspectiveCamera,
  PMREMGenerator,
  Scene,
  Sphere,
  SphereGeometry,
  Spherical,
  Texture,
  TextureLoader,
  Timer,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

export type ModelLook = 'textured' | 'clay' | 'normals' | 'wireframe';

export type ModelScene = {
  /** Turns the model by these angles, in radians. */
  turn(across: number, up: number): void;
  /** Values above 1 come closer. */
  zoom(factor: number): void;
  reset(): void;
  setLook(look: ModelLook): void;
  /** A person of 1.8 m beside the model. */
  setFigure(isShown: boolean): void;
  /** Plays or pauses the animation of this number. */
  setClip(number: number, isPlaying: boolean): void;
  end(): void;
};

const FIELD_OF_VIEW = 30;
/** Where the still of the server looks from. */
const START = { across: 0.62, down: Math.PI / 2 - 0.36 };
const MOST_PIXELS_A_POINT = 2;
const GREY = 0x9a9a9a;

/** A person of 1.8 m, on the ground. */
const createFigure = (): Group => {
  const material = new MeshStandardMaterial({ color: 0x6d7f99, roughness: 1, transparent: true, opacity: 0.75 });
  const body = new Mesh(new CapsuleGeometry(0.22, 1.06, 4, 16), material);
  body.position.y = 0.75;
  const head = new Mesh(new SphereGeometry(0.13, 20, 14), material);
  head.position.y = 1.67;
  return new Group().add(body, head);
};

/** Frees what an object holds on the graphics card. */
const dispose = (object: Object3D): void =>
  object.traverse((part) => {
    if (!(part instanceof Mesh)) return;
    part.geometry.dispose();
    for (const material of [part.material].flat() as Material[]) {
      for (const value of Object.values(material)) if (value instanceof Texture) value.dispose();
      material.dispose();
    }
  });

/**
 * Draws a GLB into a canvas, and lets pointers turn it.
 * @throws if the browser cannot draw with WebGL, or the file cannot be read
 */
export async function createModelScene(canvas: HTMLCanvasElement, body: ArrayBuffer): Promise<ModelScene> {
  // The picture can be read after it was drawn, for tests and for saving it from the browser's menu.
  const renderer = new WebGLRenderer({ canvas, alpha: true, antialias: true, preserveDrawingBuffer: true });
  const loader = new GLTFLoader();
  // The usual loader fetches blob: URLs, which the site's policy refuses. An <img> may show them.
  loader.register((parser) => ({
    name: 'pictures',
    beforeRoot() {
      parser.textureLoader = new TextureLoader(parser.options.manager);
      return null;
    },
  }));
  const { scene: model, animations } = await loader.parseAsync(body, '').catch((error: unknown) => {
    renderer.dispose();
    throw error;
  });
  const scene = new Scene().add(model);
  const pmrem = new PMREMGenerator(renderer);
  const room = new RoomEnvironment();
  const light = pmrem.fromScene(room, 0.04);
  scene.environment = light.texture;
  room.dispose();
  pmrem.dispose();

  const camera = new PerspectiveCamera(FIELD_OF_VIEW);
  const controls = new OrbitControls(camera, canvas);
  controls.enablePan = false;
  // Pages scroll over the model; the wheel zooms once it has the focus.
  controls.enableZoom = false;
  canvas.style.touchAction = 'pan-y';
  const mixer = new AnimationMixer(model);
  const figure = createFigure();
  const clay = [false, true].map(
    (flatShading) => new MeshStandardMaterial({ color: GREY, roughness: 0.85, flatShading }),
  );
  const normals = [false, true].map((flatShading) => new MeshNormalMaterial({ flatShading }));
  const wires = new MeshStandardMaterial({ color: GREY, wireframe: true });
  const own = new Map<Mesh, Material | Material[]>();
  model.traverse((part) => {
    if (part instanceof Mesh) own.set(part, part.material);
  });

  const timer = new Timer();
  let request = 0;
  let clip = -1;
  let isPlaying = false;
  const draw = (): void => {
    request = 0;
    timer.update();
    if (isPlaying) mixer.update(timer.getDelta());
    renderer.render(scene, camera);
    if (isPlaying) ask();
  };
  const ask = (): void => {
    request ||= requestAnimationFrame(draw);
  };
  const resize = (): void => {
    const { clientWidth, clientHeight } = canvas;
    renderer.setPixelRatio(Math.min(MOST_PIXELS_A_POINT, devicePixelRatio));
    renderer.setSize(clientWidth, clientHeight, false);
    camera.aspect = clientWidth / Math.max(1, clientHeight);
    camera.updateProjectionMatrix();
    ask();
  };
  const showAll = (): void => {
    const sphere = new Box3().setFromObject(scene).getBoundingSphere(new Sphere());
    const radius = sphere.radius || 1;
    const distance = radius / Math.sin((FIELD_OF_VIEW / 2) * (Math.PI / 180));
    controls.target.copy(sphere.center);
    camera.near = distance / 100;
    camera.far = distance * 20;
    controls.minDistance = distance / 20;
    controls.maxDistance = distance * 5;
    camera.position.setFromSphericalCoords(distance, START.down, START.across).add(sphere.center);
    resize();
    controls.update();
  };
  const move = (change: (place: Spherical) => void): void => {
    const place = new Spherical().setFromVector3(camera.position.clone().sub(controls.target));
    change(place);
    place.makeSafe();
    place.radius = Math.min(controls.maxDistance, Math.max(controls.minDistance, place.radius));
    camera.position.copy(new Vector3().setFromSpherical(place).add(controls.target));
    controls.update();
    ask();
  };
  controls.addEventListener('change', ask);
  const onFocus = (): void => {
    controls.enableZoom = true;
  };
  const onBlur = (): void => {
    controls.enableZoom = false;
  };
  canvas.addEventListener('focus', onFocus);
  canvas.addEventListener('blur', onBlur);
  const watcher = new ResizeObserver(resize);
  watcher.observe(canvas);
  showAll();
  draw();

  return {
    turn: (across, up) =>
      move((place) => {
        place.theta += across;
        place.phi += up;
      }),
    zoom: (factor) =>
      move((place) => {
        place.radius /= factor;
      }),
    reset: showAll,
    setLook(look) {
      for (const [part, materials] of own) {
        const flat = part.geometry.hasAttribute('normal') ? 0 : 1;
        const looks = { textured: materials, clay: clay[flat], normals: normals[flat], wireframe: wires };
        part.material = looks[look] ?? materials;
      }
      ask();
    },
    setFigure(isShown) {
      figure.removeFromParent();
      if (isShown) {
        const { min, max } = new Box3().setFromObject(model);
        // In front, so that it is not hidden.
        figure.position.set(min.x - 0.4, min.y, max.z);
        scene.add(figure);
      }
      showAll();
    },
    setClip(number, plays) {
      const animation = animations[number];
      if (!animation) return;
      if (number !== clip) {
        mixer.stopAllAction();
        mixer.clipAction(animation).play();
      }
      clip = number;
      isPlaying = plays;
      timer.update();
      ask();
    },
    end() {
      cancelAnimationFrame(request);
      isPlaying = false;
      watcher.disconnect();
      canvas.removeEventListener('focus', onFocus);
      canvas.removeEventListener('blur', onBlur);
      controls.dispose();
      mixer.stopAllAction();
      mixer.uncacheRoot(model);
      for (const [part, materials] of own) part.material = materials;
      dispose(model);
      dispose(figure);
      for (const material of [...clay, ...normals, wires]) material.dispose();
      light.dispose();
      renderer.dispose();
      renderer.forceContextLoss();
    },
  };
}
