/** All scenes, by their name in the catalogue. */
import { alley } from '#demo/art/scenes/alley.ts';
import { bokeh } from '#demo/art/scenes/bokeh.ts';
import { doorway } from '#demo/art/scenes/doorway.ts';
import { flare } from '#demo/art/scenes/flare.ts';
import { glitch, tape } from '#demo/art/scenes/glitch.ts';
import { grid, hud } from '#demo/art/scenes/graphics.ts';
import { landscape } from '#demo/art/scenes/landscape.ts';
import { halftone, lowerThird, whip } from '#demo/art/scenes/layout.ts';
import { lightLeak } from '#demo/art/scenes/light-leak.ts';
import { aurora, chrome, ripples } from '#demo/art/scenes/liquid.ts';
import { dust, embers, snow } from '#demo/art/scenes/particles.ts';
import { skyline } from '#demo/art/scenes/skyline.ts';
import { ink, plume } from '#demo/art/scenes/smoke.ts';
import { spectrum } from '#demo/art/scenes/spectrum.ts';
import { kinetic, poster, shine } from '#demo/art/scenes/title-card.ts';
import { tunnel } from '#demo/art/scenes/tunnel.ts';
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
  plume,
  poster,
  ripples,
  shine,
  skyline,
  snow,
  spectrum,
  tape,
  tunnel,
  whip,
} satisfies Record<string, Scene>;

export type SceneName = keyof typeof SCENES;
