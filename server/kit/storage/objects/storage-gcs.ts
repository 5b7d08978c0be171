/** Storage in a bucket of Google Cloud Storage: what an ObjectStore promises, in its calls. */

import { FileMissing } from '#server/kit/storage/errors.ts';
import type { GcsSetUp } from '#server/kit/storage/settings.ts';
import type { Storage } from '#server/kit/storage/storage.ts';
import { createGcsAccount } from './gcs-account.ts';
import { createGcsClient } from './gcs-client.ts';
import { assembleObject } from './gcs-compose.ts';
import type { ObjectStore } from './object-store.ts';
import { createObjectStorage } from './objects.ts';

const GOOGLE = 'https://storage.googleapis.com';
/** What a large object is put together from lies here until it is, or until a day after its maker died. */
const SCRATCH = 'assembling/';

type Options = { chunkBytes?: number; answerMs?: number; writeMs?: number; saveEveryMs?: number };

/**
 * @param options.saveEveryMs how long at most what arrives is not yet saved
 * @param options for tests also smaller chunks and shorter waits
 */
export function createGcsStorage(setUp: GcsSetUp, { saveEveryMs, ...options }: Options = {}): Storage {
  const saving = saveEveryMs === undefined ? {} : { saveEveryMs };
  return createObjectStorage(createGcsStore(setUp, options), { ...saving, linkSeconds: setUp.linkSeconds });
}

function createGcsStore(setUp: GcsSetUp, options: Omit<Options, 'saveEveryMs'>): ObjectStore {
  const { prefix, bucket } = setUp;
  const endpoint = setUp.endpoint ?? GOOGLE;
  const account = createGcsAccount(setUp, endpoint);
  const client = createGcsClient({ ...options, endpoint, bucket, authorize: account.authorize });

  return {
    async find(name) {
      const found = await client.find(prefix + name);
      return found && { size: found.size, modifiedAt: found.updated, version: found.generation };
    },

    async read(name, { start, end, version }) {
      const read = await client.read(prefix + name, { start, end, generation: version });
      if (!read) throw new FileMissing(`no object ${name}, or another content by now`);
      return read;
    },

    async write(name, bytes) {
      await client.insert(prefix + name, bytes);
    },

    assemble: (name, parts) => assembleObject(client, { prefix, scratch: SCRATCH, name }, parts),
    remove: (name) => client.remove(prefix + name),
    link: (name, link) => account.link(prefix + name, link),

    async *list(begin, behind) {
      const after = behind === undefined ? undefined : prefix + behind;
      for await (const { name, size, updated } of client.list(prefix + begin, after)) {
        yield { name: name.slice(prefix.length), size, modifiedAt: updated };
      }
    },

    // What is half-assembled lies apart here, whatever it is to become.
    async removeAbandoned(_, before) {
      let removed = 0;
      for await (const { name, updated } of client.list(prefix + SCRATCH)) {
        if (updated >= before) continue;
        await client.remove(name);
        removed += 1;
      }
      return removed;
    },
  };
}
