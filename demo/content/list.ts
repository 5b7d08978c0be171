/** All catalogue entries of the demo, by author. */
import type { CatalogueEntry } from './entry.ts';
import { HALIDE } from './halide.ts';
import { KETTLE } from './kettle.ts';
import { LEAKER_DEMO } from './leaker-demo.ts';
import { MIRA } from './mira.ts';
import { NOCTIS } from './noctis.ts';
import { OKAPI } from './okapi.ts';
import { PYLON } from './pylon.ts';
import { QUILLON } from './quillon.ts';
import { SOLSTICE } from './solstice.ts';
import { VESPER } from './vesper.ts';

/** Entries by the author's username. The house account's elements are in `elements.ts`. */
export const CATALOGUE: readonly (readonly [username: string, entries: readonly CatalogueEntry[]])[] = [
  ['mira', MIRA],
  ['okapi', OKAPI],
  ['vesper', VESPER],
  ['noctis', NOCTIS],
  ['kettle', KETTLE],
  ['halide', HALIDE],
  ['solstice', SOLSTICE],
  ['pylon', PYLON],
  ['quillon', QUILLON],
  ['leaker-demo', LEAKER_DEMO],
];
