// A lightweight load generator: keep-alive connections that send one request after another and parse only the length of each
// response. General-purpose generators need a whole core for 15,000 responses per second, which would hide the speed of a server
// that responds from memory.
import { connect, type Socket } from 'node:net';

/** A request: a path to GET, or a method and path with an optional JSON body. */
export type Asked = string | { method: 'POST' | 'DELETE'; path: string; body?: string };

/** A load to run. `next` returns the next request. */
export type LoadPlan = {
  port: number;
  next: () => Asked;
  /** Expected status of every response; 200 by default. */
  status?: number;
  connections: number;
  /** The load ends after this many seconds or requests. */
  seconds?: number;
  requests?: number;
  headers?: Record<string, string>;
  /** Keeps this process from sleeping between responses. Used for servers that respond very quickly. */
  awake?: boolean;
};

export type LoadResult = { perSecond: number; p50: number; p99: number; answers: number };

const BLANK_LINE = Buffer.from('\r\n\r\n');

/** Returns the quantile for `share` (0 to 1) of sorted numbers. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

/** Difference between the highest and the lowest value, as a percentage of the lowest. */
export function spreadOf(values: readonly number[]): number {
  return Math.round((Math.max(...values) / Math.min(...values) - 1) * 100);
}

/**
 * Runs a load. Fails on any unexpected status, because error responses are fast and would distort the result. Times are in
 * milliseconds.
 */
export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const times: number[] = [];
  const begun = performance.now();
  const end = begun + (plan.seconds ?? Number.POSITIVE_INFINITY) * 1000;
  let left = plan.requests ?? Number.POSITIVE_INFINITY;
  const goesOn = (): boolean => {
    if (left <= 0 || performance.now() >= end) return false;
    left -= 1;
    return true;
  };
  const stopPolling = plan.awake ? pollWithoutSleeping() : () => {};
  try {
    await Promise.all(Array.from({ length: plan.connections }, () => keepAsking(plan, goesOn, times)));
  } finally {
    stopPolling();
  }
  const seconds = (performance.now() - begun) / 1000;
  times.sort((a, b) => a - b);
  return {
    perSecond: times.length / seconds,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    answers: times.length,
  };
}

/**
 * Keeps this process awake. The system charges the cost of waking a sleeping reader to the server that writes to it, and a slow
 * server finds the reader asleep more often. For responses served from memory, that cost would dominate the measured time.
 */
const pollWithoutSleeping = (): (() => void) => {
  let polling = true;
  const poll = (): void => {
    if (polling) setImmediate(poll);
  };
  poll();
  return () => {
    polling = false;
  };
};

const keepAsking = (plan: LoadPlan, goesOn: () => boolean, times: number[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = Object.entries({ host: `127.0.0.1:${plan.port}`, ...plan.headers });
    const fields = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const rest = ` HTTP/1.1\r\n${fields}\r\n`;
    const write = ({ method, path, body = '' }: Exclude<Asked, string>): void => {
      const type = body === '' ? '' : 'content-type: application/json\r\n';
      socket.write(
        `${method} ${path} HTTP/1.1\r\n${fields}${type}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
    };
    let asked: Asked = '';
    let sentAt = 0;
    const socket = connect({ port: plan.port, host: '127.0.0.1', noDelay: true });
    const ask = (): void => {
      if (!goesOn()) {
        socket.end();
        resolve();
        return;
      }
      asked = plan.next();
      sentAt = performance.now();
      if (typeof asked === 'string') socket.write(`GET ${asked}${rest}`);
      else write(asked);
    };
    readAnswers(socket, (status) => {
      times.push(performance.now() - sentAt);
      if (status === (plan.status ?? 200)) ask();
      else socket.destroy(new Error(`${JSON.stringify(asked)} returned ${status}`));
    });
    socket.once('connect', ask);
    socket.once('error', reject);
    socket.once('close', () => reject(new Error(`the connection was closed after ${JSON.stringify(asked)}`)));
  });

/** Calls `answered` with the status of each complete response. Every response must declare its length. */
const readAnswers = (socket: Socket, answered: (status: number) => void): void => {
  let waiting: Buffer | null = null;
  let bodyLeft = 0;
  let status = 0;
  socket.on('data', (chunk: Buffer) => {
    if (bodyLeft > 0) {
      bodyLeft -= chunk.length;
    } else {
      const head = waiting === null ? chunk : Buffer.concat([waiting, chunk]);
      const end = head.indexOf(BLANK_LINE);
      waiting = end === -1 ? head : null;
      if (end === -1) return;
      const text = head.toString('latin1', 0, end);
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
      if (length === undefined) {
        socket.destroy(new Error('a response does not declare its length'));
        return;
      }
      status = Number(text.slice(9, 12));
      bodyLeft = Number(length) - (head.length - end - BLANK_LINE.length);
    }
    if (bodyLeft === 0) answered(status);
  });
};
