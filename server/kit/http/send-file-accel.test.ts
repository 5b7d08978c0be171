import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDiskStorage } from '#server/kit/storage/disk/disk.ts';
import type { Storage } from '#server/kit/storage/storage.ts';
import { sendFile } from './send-file.ts';

const key = 'r/resource/file';
const content = randomBytes(2_000_000);
const sha256 = createHash('sha256').update(content).digest('hex');
const onFirstByte = vi.fn();

let folder: string;
let storage: Storage;
let app: FastifyInstance;
let accelPrefix: string | null;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'helix-accel-'));
  storage = createDiskStorage(join(folder, 'storage'));
  await storage.put(key, content);
  app = Fastify();
  app.get('/file', async (request, reply) => {
    const file = { storage, key, size: content.length, sha256, name: '音楽.mp4', mediaType: 'video/mp4' };
    await sendFile(request, reply, file, { accelPrefix, onFirstByte });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});

beforeEach(() => {
  accelPrefix = '/_protected';
  onFirstByte.mockClear();
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

describe('with a front server configured', () => {
  it('names the file and sends none of its bytes', async () => {
    const answer = await app.inject('/file');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['x-accel-redirect']).toBe(`/_protected/${storage.frontPath(key)}`);
    expect(answer.headers['content-disposition']).toContain("filename*=UTF-8''%E9%9F%B3%E6%A5%BD.mp4");
    expect(answer.headers['content-type']).toBe('video/mp4');
    expect(answer.headers).not.toHaveProperty('etag');
    expect(answer.rawPayload).toHaveLength(0);
  });

  it.each([
    [{}, 1],
    [{ range: 'bytes=0-' }, 1],
    [{ range: 'bytes=5-' }, 0],
    [{ range: 'bytes=99999999-' }, 0],
    [{ 'if-none-match': '"x"' }, 0],
  ])('counts %j %i times', async (headers, calls) => {
    await app.inject({ url: '/file', headers: headers as Record<string, string> });
    expect(onFirstByte).toHaveBeenCalledTimes(calls);
  });

  it('cannot be triggered by a request', async () => {
    accelPrefix = null;
    const headers = {
      'x-accel-redirect': '/_protected/x',
      'x-accel-mapping': '/=/_protected/',
      'x-sendfile-type': 'x',
    };
    const answer = await app.inject({ url: '/file', headers });
    expect(answer.headers).not.toHaveProperty('x-accel-redirect');
    expect(answer.rawPayload.equals(content)).toBe(true);
  });
});

const hasNginx = (() => {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

// Needs nginx, for example from the Debian package nginx-light.
describe.skipIf(!hasNginx)('behind a real nginx', () => {
  let nginx: ChildProcess;
  let origin: string;

  beforeAll(async () => {
    const port = await findFreePort();
    origin = `http://127.0.0.1:${port}`;
    await writeFile(join(folder, 'nginx.conf'), nginxConfig(port));
    nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
    await vi.waitFor(() => fetch(`${origin}/nothing`), { timeout: 10_000, interval: 50 });
  });

  afterAll(async () => {
    const ended = new Promise((resolve) => nginx.once('exit', resolve));
    nginx.kill('SIGTERM');
    await ended;
  });

  it('serves the whole file with its name', async () => {
    const answer = await fetch(`${origin}/file`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
    expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''%E9%9F%B3%E6%A5%BD.mp4");
    expect(answer.headers.get('cache-control')).toBe('private, no-transform');
    expect(answer.headers.get('content-length')).toBe(String(content.length));
  });

  it('serves ranges, rejects unsatisfiable ones, and revalidates', async () => {
    const part = await fetch(`${origin}/file`, { headers: { range: 'bytes=1000-1999' } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(1000, 2000))).toBe(true);
    const impossible = await fetch(`${origin}/file`, { headers: { range: `bytes=${content.length}-` } });
    expect(impossible.status).toBe(416);
    expect(impossible.headers.get('content-range')).toBe(`bytes */${content.length}`);
    const again = await fetch(`${origin}/file`, { headers: { 'if-none-match': part.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });

  it('resumes with curl', async () => {
    const target = join(folder, 'resumed');
    await writeFile(target, content.subarray(0, 777_777));
    await promisify(execFile)('curl', ['-sS', '-f', '-C', '-', '-o', target, `${origin}/file`]);
    expect((await readFile(target)).equals(content)).toBe(true);
  });

  it('does not expose the protected folder to visitors', async () => {
    expect((await fetch(`${origin}/_protected/${storage.frontPath(key)}`)).status).toBe(404);
  });

  function nginxConfig(port: number): string {
    const upstream = (app.server.address() as AddressInfo).port;
    // If started as root, nginx would switch to a user that cannot enter the temporary folder.
    return `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
      ${process.getuid?.() === 0 ? 'user root;' : ''}
      events { worker_connections 64; }
      http {
        access_log off;
        client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
        uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
        server {
          listen 127.0.0.1:${port};
          location / { proxy_pass http://127.0.0.1:${upstream}; }
          location /_protected/ { internal; alias ${folder}/storage/objects/; }
        }
      }`;
  }
});

function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
