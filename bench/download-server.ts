/** The server of the download bench: offers one way of sending on a free port and answers each message with its costs so far. */

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import Fastify from 'fastify';
import { sendFile } from '#server/kit/send-file.ts';
import { createDiskStorage } from '#server/kit/storage-disk.ts';

export type Way = 'sendFile' | 'createReadStream 64 KiB' | 'node:http from memory';

/** What the server is started with, as JSON in its one argument. */
export interface ServerTask {
  way: Way;
  root: string;
  key: string;
  size: number;
  sha256: string;
}

/** Its answer to each message. */
export interface ServerUsage {
  cpuMicroseconds: number;
  maxRssKib: number;
}

const BLOCK_BYTES = 1024 * 1024;
const task: ServerTask = JSON.parse(process.argv[2] ?? '{}');
const port = task.way === 'node:http from memory' ? await serveMemory(task.size) : await serveFile(task);
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const usage: ServerUsage = { cpuMicroseconds: user + system, maxRssKib: process.resourceUsage().maxRSS };
  process.send?.(usage);
});
process.send?.({ port });

async function serveFile({ way, root, key, size, sha256 }: ServerTask): Promise<number> {
  const storage = createDiskStorage(root);
  const path = join(root, 'objects', storage.frontPath(key) ?? '');
  const app = Fastify();
  app.get('/', async (request, reply) => {
    if (way === 'sendFile') {
      await sendFile(request, reply, { storage, key, size, sha256, name: 'clip.mp4', mediaType: 'video/mp4' });
      return;
    }
    reply.hijack();
    reply.raw.writeHead(200, { 'content-length': size });
    await pipeline(createReadStream(path, { highWaterMark: 64 * 1024 }), reply.raw);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/** The least that Node can spend: the same bytes again and again, no disk, no framework. */
async function serveMemory(size: number): Promise<number> {
  const block = randomBytes(BLOCK_BYTES);
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': size });
    let left = size;
    const sendNext = () => {
      if (left === 0) {
        response.end();
        return;
      }
      left -= BLOCK_BYTES;
      response.write(block, sendNext);
    };
    sendNext();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
