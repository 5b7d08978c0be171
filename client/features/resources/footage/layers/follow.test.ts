import { expect, it } from 'vitest';
import { followClock, layerTime } from './follow.ts';

const FRAME = 1 / 24;

const videoAt = (currentTime: number, more: Partial<Record<string, unknown>> = {}) => {
  const video = {
    ...{ currentTime, duration: 4, readyState: 4, seeking: false, paused: true, ended: false, loop: false },
    ...{ playbackRate: 1, calls: [] as string[] },
    play: async () => void video.calls.push('play'),
    pause: () => void video.calls.push('pause'),
    ...more,
  };
  return video;
};
const playing = { isPlaying: true, speed: 1, frame: FRAME };
const paused = { ...playing, isPlaying: false };

it('a layer is there from its start to its end, or repeats', () => {
  const place = { start: 3, seconds: 2, repeats: false };
  expect([2.9, 3, 4.5, 5].map((clock) => layerTime(clock, place))).toEqual([null, 0, 1.5, null]);
  expect([2.9, 3.5, 5.5, 9].map((clock) => layerTime(clock, { ...place, repeats: true }))).toEqual([null, 0.5, 0.5, 0]);
  expect(layerTime(0, { ...place, start: -1.5 })).toBe(1.5);
  expect([0, 99].map((clock) => layerTime(clock, { start: 1, seconds: null, repeats: false }))).toEqual([null, 0]);
});

it('a paused layer seeks to the exact frame, and stays when it is there', () => {
  const video = videoAt(1);
  followClock(video, 1 + FRAME, paused);
  expect(video.currentTime).toBe(1 + FRAME);
  expect(video.calls).toEqual([]);
  const there = videoAt(1, { paused: false });
  followClock(there, 1.001, paused);
  expect([there.currentTime, there.calls]).toEqual([1, ['pause']]);
});

it('a playing layer catches up when it is near, and jumps when it is far', () => {
  const near = videoAt(1, { paused: false });
  followClock(near, 1.1, playing);
  expect([near.currentTime, near.playbackRate > 1]).toEqual([1, true]);
  followClock(near, 1.01, { ...playing, speed: 0.5 });
  expect(near.playbackRate).toBe(0.5);
  const far = videoAt(1);
  followClock(far, 3, playing);
  expect([far.currentTime, far.calls]).toEqual([3, ['play']]);
  const busy = videoAt(1, { seeking: true });
  followClock(busy, 3, playing);
  expect(busy.currentTime).toBe(1);
});

it('does not start again at its end, and crosses the end of a loop without a jump', () => {
  const ended = videoAt(4, { ended: true });
  followClock(ended, 3.99, playing);
  expect(ended.calls).toEqual([]);
  const looping = videoAt(3.95, { loop: true, paused: false });
  followClock(looping, 0.02, playing);
  expect([looping.currentTime, looping.playbackRate > 1]).toEqual([3.95, true]);
});

it('plays no clip that the browser refuses until the footage is paused, and shows its frames', async () => {
  const video = videoAt(1);
  const play = async (): Promise<void> => {
    video.calls.push('play');
    throw new DOMException('Press a button first.', 'NotAllowedError');
  };
  Object.assign(video, { play });
  followClock(video, 1, playing);
  await Promise.resolve();
  followClock(video, 1 + 2 * FRAME, playing);
  expect([video.currentTime, video.calls]).toEqual([1 + 2 * FRAME, ['play']]);
  followClock(video, 1 + 2 * FRAME, paused);
  followClock(video, 1 + 2 * FRAME, playing);
  expect(video.calls).toEqual(['play', 'play']);
});

it('uses a measured length where the browser does not know it', () => {
  const recorded = videoAt(0, { duration: Number.POSITIVE_INFINITY });
  followClock(recorded, 9, paused);
  expect(recorded.currentTime).toBe(0);
  followClock(recorded, 9, paused, 3);
  expect(recorded.currentTime).toBeCloseTo(3 - FRAME / 2, 10);
});

it('never seeks past its last frame, and waits at its beginning while it is hidden', () => {
  const long = videoAt(1);
  followClock(long, 9, paused);
  expect(long.currentTime).toBeCloseTo(4 - FRAME / 2, 10);
  const hidden = videoAt(2, { paused: false });
  followClock(hidden, null, playing);
  expect([hidden.currentTime, hidden.calls]).toEqual([0, ['pause']]);
  const unknown = videoAt(0, { readyState: 0 });
  followClock(unknown, 2, paused);
  expect(unknown.currentTime).toBe(0);
});
