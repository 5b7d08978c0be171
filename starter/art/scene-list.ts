/** Every scene under the name that the catalogue uses. */
import { alley } from './scenes/alley.ts';
import { bokeh } from './scenes/bokeh.ts';
import { doorway } from './scenes/doorway.ts';
import { flare } from './scenes/flare.ts';
import { glitch, tape } from './scenes/glitch.ts';
import { grid, hud, paper } from './scenes/graphics.ts';
import { landscape } from './scenes/landscape.ts';
import { halftone, lowerThird, phones, whip, wipe } from './scenes/layout.ts';
import { lightLeak } from './scenes/light-leak.ts';
import { aurora, chrome, ripples } from './scenes/liquid.ts';
import { lutSplit } from './scenes/lut-split.ts';
import { dust, embers, snow } from './scenes/particles.ts';
import { skyline } from './scenes/skyline.ts';
import { ink, plume } from './scenes/smoke.ts';
import { spheres } from './scenes/spheres.ts';
import { kinetic, poster, shine } from './scenes/title-card.ts';
import { tunnel } from './scenes/tunnel.ts';
import { spectrum, waveform } from './scenes/waveform.ts';
import type { Scene } from './shot.ts';

export const SCENES = {
  alley,
  aurora,
  bokeh,
  chrome,
  doorway,
  dust,
  embers,
  flare,
  glitch,
  grid,
  halftone,
  hud,
  ink,
  kinetic,
  landscape,
  lightLeak,
  lowerThird,
  lutSplit,
  paper,
  phones,
  plume,
  poster,
  ripples,
  shine,
  skyline,
  snow,
  spectrum,
  spheres,
  tape,
  tunnel,
  waveform,
  whip,
  wipe,
} satisfies Record<string, Scene>;

export type SceneName = keyof typeof SCENES;
