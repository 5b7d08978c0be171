import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CountdownEvent, countdown, countdownLine, startCountdown } from './countdown.ts';

const play = (seconds: number, events: CountdownEvent[]) => events.reduce(countdown, startCountdown(seconds));

test('counts down, starts the download at 0 and ends', () => {
  const lines: string[] = [];
  let state = startCountdown(3);
  for (const event of ['tick', 'tick', 'tick', 'sent'] as const) {
    lines.push(countdownLine(state));
    state = countdown(state, event);
  }
  expect([...lines, countdownLine(state)]).toEqual([
    'Download will start in 3 seconds',
    'Download will start in 2 seconds',
    'Download will start in 1 seconds',
    'Starting download...',
    'Download started! If nothing happens, click the button below.',
  ]);
});

test('can be skipped from the first second', () => {
  expect(play(5, ['skip'])).toEqual({ phase: 'starting', remaining: 0 });
});

test('starts immediately with a countdown of 0 seconds', () => {
  expect(startCountdown(0).phase).toBe('starting');
});

test('does not start again on a late tick or a second skip', () => {
  expect(play(5, ['skip', 'sent', 'tick', 'skip', 'tick'])).toEqual({ phase: 'started', remaining: 0 });
});

test('starts at most once for any sequence of events', () => {
  const events = fc.array(fc.constantFrom<CountdownEvent>('tick', 'skip', 'sent'), { maxLength: 60 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20 }), events, (seconds, happened) => {
      let state = startCountdown(seconds);
      let starts = state.phase === 'starting' ? 1 : 0;
      for (const event of happened) {
        const next = countdown(state, event);
        if (next.phase === 'starting' && state.phase !== 'starting') starts += 1;
        state = next;
      }
      expect(starts).toBeLessThanOrEqual(1);
    }),
  );
});
