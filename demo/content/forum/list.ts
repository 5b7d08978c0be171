/** All demo threads, grouped by subcategory (given as "category/subcategory"). */
import { helpThreads, packThreads, showThreads } from './assets.ts';
import { colourThreads } from './colour.ts';
import { editingThreads } from './editing.ts';
import type { ThreadEntry } from './entry.ts';
import { feedbackThreads, newsThreads } from './helix.ts';
import { motionThreads } from './motion.ts';
import { soundThreads } from './sound.ts';
import { weekThread } from './week.ts';

export const THREADS: readonly (readonly [place: string, threads: readonly ThreadEntry[]])[] = [
  ['post-production/editing', [weekThread, ...editingThreads]],
  ['post-production/colour', colourThreads],
  ['post-production/sound', soundThreads],
  ['post-production/motion-vfx', motionThreads],
  ['assets/show-and-tell', showThreads],
  ['assets/packs-and-presets', packThreads],
  ['assets/help-with-a-download', helpThreads],
  ['helix/news', newsThreads],
  ['helix/feedback', feedbackThreads],
];
