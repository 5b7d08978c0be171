// A separate process for the upload check tests: `node test/harness/check-child.ts <connection as JSON> <files> <session> <step>`
// checks a session, prints a message at the given step, and hangs there until it is killed. With `-` as the session, it deletes
// the contents that stdin lists, one JSON line each, and prints a line after each deletion.

import { createInterface } from 'node:readline';
import type { Deps } from '#server/deps.ts';
import { checkSession } from '#server/features/uploads/processing/jobs.ts';
import { deleteUnnamedContents } from '#server/features/uploads/processing/removing.ts';
import { openDatabase } from '#server/kit/db/db.ts';
import { createDiskStorage } from '#server/kit/storage/disk/disk.ts';

const [connection = '{}', folder = '', sessionId = '-', step = ''] = process.argv.slice(2);
const { db } = openDatabase(JSON.parse(connection));
const storage = createDiskStorage(folder);
const { partials } = storage;
const helpers = { log: console, signal: new AbortController().signal, attempt: 1, isLastAttempt: false };

const stopAt = async (reached: string): Promise<void> => {
  if (reached !== step) return;
  console.log(`stopped ${reached}`);
  await new Promise(() => {});
};
let puts = 0;
const halting: Deps['storage'] = {
  ...storage,
  put: async (...given) => {
    puts += 1;
    if (puts === 3) await stopAt('before a write');
    const stored = await storage.put(...given);
    if (puts >= 3) await stopAt('after a write');
    return stored;
  },
  partials: {
    ...partials,
    open: async (id) => {
      const file = await partials.open(id);
      return {
        ...file,
        read: async (buffer, position) => {
          await stopAt('reading');
          return await file.read(buffer, position);
        },
      };
    },
    adopt: async (id, key, size) => {
      await stopAt('before the move');
      await partials.adopt(id, key, size);
      await stopAt('after the move');
    },
    drop: async (id) => {
      await stopAt('after the commit');
      await partials.drop(id);
    },
  },
};
const deps = { db, storage: halting, now: () => new Date(), log: console } as unknown as Deps;

if (sessionId === '-') {
  console.log('ready');
  for await (const line of createInterface({ input: process.stdin })) {
    await deleteUnnamedContents.run({ contents: JSON.parse(line) }, deps, helpers);
    console.log('removed');
  }
} else {
  await checkSession.run({ sessionId }, deps, helpers);
}
process.exit();
