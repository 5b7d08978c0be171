/**
 * Worker threads that generate the starter content. The first start uses both cores of a small machine, and drawing never blocks
 * the process that serves pages. Idle workers exit after a short time.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { drawnBefore } from './drawn-before.ts';
import type { ArtSpec } from './frame.ts';

/** A task: a resource's file, a person's avatar or banner, or an image in a post. */
export type StudioTask =
  | { readonly kind: 'file'; readonly key: string; readonly path: string }
  | { readonly kind: 'avatar'; readonly username: string; readonly hue: number }
  | { readonly kind: 'picture'; readonly art: ArtSpec }
  | { readonly kind: 'banner'; readonly username: string; readonly hue: number };

export type StudioReply = { readonly body: Uint8Array } | { readonly failure: string };

type Order = {
  readonly task: StudioTask;
  resolve(body: Buffer): void;
  reject(reason: Error): void;
};

const WORKERS = Math.max(1, Math.min(4, availableParallelism()));
const IDLE_MS = 2_000;

const waiting: Order[] = [];
const idle: Worker[] = [];
let running = 0;

/** Returns the bytes for a task, generated in a worker or taken from the cache. Rejects with the worker's error message. */
export function makeInStudio(task: StudioTask): Promise<Buffer> {
  return drawnBefore(task, () => draw(task));
}

function draw(task: StudioTask): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    waiting.push({ task, resolve, reject });
    serve(idle.pop() ?? (running < WORKERS ? hire() : null));
  });
}

function hire(): Worker {
  running++;
  const worker = new Worker(new URL('./studio-worker.ts', import.meta.url));
  worker.unref();
  return worker;
}

function serve(worker: Worker | null): void {
  if (!worker) return;
  const order = waiting.shift();
  if (!order) {
    rest(worker);
    return;
  }
  worker.ref();
  const settle = (act: () => void) => {
    worker.off('message', onMessage);
    worker.off('error', onError);
    act();
  };
  const onMessage = (reply: StudioReply) =>
    settle(() => {
      worker.unref();
      if ('failure' in reply) order.reject(new Error(reply.failure));
      else order.resolve(Buffer.from(reply.body.buffer, reply.body.byteOffset, reply.body.byteLength));
      serve(worker);
    });
  const onError = (reason: unknown) =>
    settle(() => {
      running--;
      order.reject(reason instanceof Error ? reason : new Error(String(reason)));
      if (waiting.length > 0) serve(hire());
    });
  worker.on('message', onMessage);
  worker.on('error', onError);
  worker.postMessage(order.task);
}

function rest(worker: Worker): void {
  idle.push(worker);
  setTimeout(() => {
    const at = idle.indexOf(worker);
    if (at < 0) return;
    idle.splice(at, 1);
    running--;
    void worker.terminate();
  }, IDLE_MS).unref();
}
