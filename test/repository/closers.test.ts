// A start that fails or is cancelled half-way leaves no process behind.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { createClosers, type Starting } from './closers.ts';

/** A process that never becomes ready, like a program that fails to start. */
const startSleeper = ({ onStart }: Starting = {}) => {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  const gone = once(child, 'exit');
  onStart?.(async () => {
    child.kill('SIGKILL');
    await gone;
  });
  return child;
};

it.each([false, true])('closes everything that was started, even if one fails (in parallel: %s)', async (atOnce) => {
  const closers = createClosers({ atOnce });
  const first = startSleeper({ onStart: closers.add });
  closers.add(async () => {
    throw new Error('failed to close');
  });
  const last = startSleeper({ onStart: closers.add });
  await expect(closers.closeAll()).rejects.toThrow('failed to close');
  expect([first, last].map(({ signalCode }) => signalCode)).toEqual(['SIGKILL', 'SIGKILL']);
  // A second call must not close anything again.
  await closers.closeAll();
});

it('closes the newest first', async () => {
  const closers = createClosers();
  const closed: number[] = [];
  for (const number of [1, 2, 3]) closers.add(async () => closed.push(number));
  await closers.closeAll();
  expect(closed).toEqual([3, 2, 1]);
});

it('immediately closes anything started after closeAll, and throws to its caller', async () => {
  const closers = createClosers();
  await closers.closeAll();
  const stops: (() => Promise<unknown>)[] = [];
  const late = startSleeper({ onStart: (stop) => stops.push(stop) });
  expect(() => stops.map(closers.add)).toThrow('already closing');
  await closers.closeAll();
  expect(late.signalCode).toBe('SIGKILL');
});
