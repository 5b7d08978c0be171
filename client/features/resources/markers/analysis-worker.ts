// Finds beats and cues outside the page's thread. See analysis.ts for the messages.
import type { FromAnalysis, ToAnalysis } from './analysis.ts';
import { findBeats, readOnsets } from './beats.ts';
import { findCues } from './cues.ts';

const say = (message: FromAnalysis): void => self.postMessage(message);

self.addEventListener('message', ({ data: { samples } }: MessageEvent<ToAnalysis>) => {
  const onsets = readOnsets(samples, (share) => say({ share }));
  say({ found: { beats: findBeats(onsets), cues: findCues(samples, onsets) } });
});
