/** A studio worker: looks up each task in the catalogue and generates its bytes. */
import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import { ENTRIES } from '#demo/content/keys.ts';
import { makeAvatar, makeBanner } from './avatar.ts';
import { makePicture } from './frame.ts';
import type { StudioReply, StudioTask } from './studio.ts';

// One thread per worker is enough, because the workers already run in parallel.
sharp.concurrency(1);
sharp.cache(false);

parentPort?.on('message', async (task: StudioTask) => {
  const reply: StudioReply = await make(task).then(
    (body) => ({ body: new Uint8Array(body) }),
    (reason: unknown) => ({ failure: reason instanceof Error ? reason.message : String(reason) }),
  );
  parentPort?.postMessage(reply, 'body' in reply ? [reply.body.buffer as ArrayBuffer] : []);
});

async function make(task: StudioTask): Promise<Buffer> {
  if (task.kind === 'avatar') return makeAvatar(task.username, task.hue);
  if (task.kind === 'banner') return makeBanner(task.username, task.hue);
  if (task.kind === 'picture') return makePicture(task.art);
  const entry = ENTRIES.get(task.key);
  if (!entry) throw new Error(`no starter resource "${task.key}"`);
  const file = entry.files.find(({ path }) => path === task.path);
  if (!file) throw new Error(`no file "${task.path}" in "${task.key}"`);
  return file.make();
}
