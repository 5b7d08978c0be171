// Hashes files outside the page's thread, one after the other. See hashers.ts for the messages.
import { hashFile } from './hash-file.ts';
import type { FromHasher, ToHasher } from './hashers.ts';

const say = (message: FromHasher): void => self.postMessage(message);

let resume: (() => void) | undefined;
let gate: Promise<void> | undefined;

const hash = async (file: Blob): Promise<void> => {
  try {
    const hex = await hashFile(file, async (bytes) => {
      say({ read: bytes });
      await gate;
    });
    say({ sha256: hex });
  } catch (error) {
    say({ failed: (error as Error).name });
  }
};

self.addEventListener('message', ({ data }: MessageEvent<ToHasher>) => {
  if ('file' in data) void hash(data.file);
  else if (data.isPaused) {
    gate ??= new Promise((open) => {
      resume = open;
    });
  } else {
    gate = undefined;
    resume?.();
  }
});
