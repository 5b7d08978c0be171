import { afterEach, expect, it, vi } from 'vitest';
import { HasherFailed, openHashers } from './hashers.ts';

const workers: { onerror?: () => void }[] = [];
class SilentWorker {
  onerror?: () => void;
  constructor() {
    workers.push(this);
  }
  postMessage() {}
  terminate() {}
}
afterEach(() => {
  workers.length = 0;
  vi.unstubAllGlobals();
});

const file = new File(['text'], 'a');

it('rejects the current file and all later ones if the worker could not be loaded', async () => {
  vi.stubGlobal('Worker', SilentWorker);
  const [hasher] = openHashers();
  const current = hasher?.hash(file, () => {});
  workers[0]?.onerror?.();
  await expect(current).rejects.toThrow(HasherFailed);
  await expect(hasher?.hash(file, () => {})).rejects.toThrow(HasherFailed);
});

it('rejects the current file when it is closed', async () => {
  vi.stubGlobal('Worker', SilentWorker);
  const [hasher] = openHashers();
  const current = hasher?.hash(file, () => {});
  hasher?.close();
  await expect(current).rejects.toMatchObject({ name: 'Closed' });
});
