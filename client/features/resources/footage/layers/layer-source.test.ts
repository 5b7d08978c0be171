// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { videoLayer } from './layer-source.ts';

/** A video in a state that browsers report. */
const setState = (video: HTMLVideoElement, state: { readyState: number; videoWidth: number; videoHeight: number }) => {
  for (const [name, value] of Object.entries(state)) Object.defineProperty(video, name, { value, configurable: true });
};

it('a clip shows nothing before its first frame, and its last frame while it jumps', () => {
  const video = document.createElement('video');
  const layer = videoLayer(video, { isStacked: true, seconds: 3 });
  setState(video, { readyState: HTMLMediaElement.HAVE_METADATA, videoWidth: 640, videoHeight: 720 });
  expect(layer.picture()).toBeNull();
  setState(video, { readyState: HTMLMediaElement.HAVE_CURRENT_DATA, videoWidth: 640, videoHeight: 720 });
  const shown = { source: video, width: 640, height: 360, isStacked: true };
  expect(layer.picture()).toEqual(shown);
  setState(video, { readyState: HTMLMediaElement.HAVE_METADATA, videoWidth: 640, videoHeight: 720 });
  expect(layer.picture()).toEqual(shown);
});
