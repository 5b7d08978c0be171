/** Reference server for the download bench: sends two given files with one of several methods, on a free port. */

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import Fastify from 'fastify';

export type ReferenceWay = 'createReadStream 64 KiB' | 'node:http from memory';

/** The server's only argument, as JSON: the paths of the files sent by `/one` and `/shared`. */
export type ServerTask = { way: ReferenceWay; files: { one: string; shared: string } };

const BLOCK_BYTES = 1024 * 1024;
const { way, files }: ServerTask = JSON.parse(process.argv[2] ?? '{}');
const fileOf = (address: string): { path: string; size: number } => {
  const path = address === '/one' ? files.one : files.shared;
  return { path, size: statSync(path).size };
};

const serveFiles = async (): Promise<number> => {
  const app = Fastify();
  app.get('/*', async (request, reply) => {
    const { path, size } = fileOf(request.url);
    reply.hijack();
    reply.raw.writeHead(200, { 'content-length': size });
    await pipeline(createReadStream(path, { highWaterMark: 64 * 1024 }), reply.raw);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
};

const block = randomBytes(BLOCK_BYTES);
const sendBlocks = (response: ServerResponse, bytes: number): void => {
  let left = bytes;
  const sendNext = (): void => {
    if (left === 0) {
      response.end();
      return;
    }
    left -= BLOCK_BYTES;
    response.write(block, sendNext);
  };
  sendNext();
};

/** Sends the same bytes repeatedly, without disk access or a framework, to show Node's minimum cost. */
const serveMemory = async (): Promise<number> => {
  const server = createServer((request, response) => {
    const { size } = fileOf(request.url ?? '');
    response.writeHead(200, { 'content-length': size });
    sendBlocks(response, size);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

process.send?.({ port: way === 'node:http from memory' ? await serveMemory() : await serveFiles() });
