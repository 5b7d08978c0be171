// A lean load: kept connections that write one request after another and read no more of an answer than its length.
// General load generators need a core for 15,000 answers a second, which would hide what a server in memory can do.
import { connect, type Socket } from 'node:net';

/** One request: a path to GET, or a call that writes, with a body of JSON or none. */
export type Asked = string | { method: 'POST' | 'DELETE'; path: string; body?: string };

/** What to ask, and how. `next` gives each request: always the same, or a new one each time. */
export type LoadPlan = {
  port: number;
  next: () => Asked;
  /** What every answer has to have, 200 unless given. */
  status?: number;
  connections: number;
  /** The load ends after so many seconds, or after so many requests. */
  seconds?: number;
  requests?: number;
  headers?: Record<string, string>;
  /** Keeps this process awake: for servers that answer faster than a reader falls asleep. */
  awake?: boolean;
};

export type LoadResult = { perSecond: number; p50: number; p99: number; answers: number };

const BLANK_LINE = Buffer.from('\r\n\r\n');

/** The value below which a share of sorted numbers lies. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

/** How far the values lie apart, in percent of the lowest. */
export function spreadOf(values: readonly number[]): number {
  return Math.round((Math.max(...values) / Math.min(...values) - 1) * 100);
}

/** Runs a load to its end. Fails on any answer of another status: a refusal would be fast. Times are in milliseconds. */
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
 * Keeps this process awake. Waking a sleeping reader is charged to the server that writes to it, and happens the oftener
 * the slower that server is: it would be most of the time of an answer from memory.
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
      else socket.destroy(new Error(`${JSON.stringify(asked)} was answered ${status}`));
    });
    socket.once('connect', ask);
    socket.once('error', reject);
    socket.once('close', () => reject(new Error(`the connection was closed after ${JSON.stringify(asked)}`)));
  });

/** Calls back with the status of each answer when all of it has come. Every answer must tell its length. */
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
        socket.destroy(new Error('an answer does not tell its length'));
        return;
      }
      status = Number(text.slice(9, 12));
      bodyLeft = Number(length) - (head.length - end - BLANK_LINE.length);
    }
    if (bodyLeft === 0) answered(status);
  });
};
