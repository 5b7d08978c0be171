/** Worker thread that hashes the buffers it is sent. */

import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { crc32 } from 'node:zlib';
import type { HashReply, HashTask } from './content-hash.ts';

const hash = createHash('sha256');
let checksum = 0;

parentPort?.on('message', (task: HashTask) => {
  if ('end' in task) {
    parentPort?.postMessage({ sha256: hash.digest('hex'), crc32: checksum } satisfies HashReply);
    return;
  }
  const bytes = new Uint8Array(task.bytes, 0, task.length);
  hash.update(bytes);
  checksum = crc32(bytes, checksum);
  parentPort?.postMessage({ bytes: task.bytes } satisfies HashReply, [task.bytes]);
});
