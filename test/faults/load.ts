// Simulated users who each repeat one action while a fault happens, and a record of what was acknowledged to them.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '#test/harness/harness.ts';

/** The site was unreachable or answered 503, so the outcome of the request is unknown. */
export class Away extends Error {}

export type Reply = { status: number; headers: Headers; body: unknown; ms: number };

type Asked = {
  method?: string;
  person?: Person | null;
  json?: object;
  form?: FormData;
  headers?: Record<string, string>;
};

/** Sends one HTTP request. @throws Away if the connection broke, or on status 503 unless `takes503` is set */
export async function ask(
  url: string,
  { method = 'GET', person, json, form, headers }: Asked = {},
  { takes503 = false }: { takes503?: boolean } = {},
): Promise<Reply> {
  const begun = performance.now();
  try {
    const reply = await fetch(url, {
      method,
      redirect: 'manual',
      headers: { ...(json ? { 'content-type': 'application/json' } : {}), ...person?.headers, ...headers },
      ...(json ? { body: JSON.stringify(json) } : {}),
      ...(form ? { body: form } : {}),
    });
    const text = await reply.text();
    const isJson = /json/.test(reply.headers.get('content-type') ?? '');
    const body = isJson && text !== '' ? (JSON.parse(text) as unknown) : text;
    const { status } = reply;
    if (status === 503 && !takes503) throw new Away('503');
    return { status, headers: reply.headers, body, ms: performance.now() - begun };
  } catch (error) {
    if (error instanceof Away) throw error;
    // Thrown by fetch if a connection fails or ends before the response is complete.
    if (error instanceof TypeError) throw new Away(String(error.cause ?? error), { cause: error });
    throw error;
  }
}

/** Returns the response body. @throws if the status is not the expected one */
export function demand<Body>({ status, body }: Reply, wanted: number): Body {
  if (status !== wanted) throw new Error(`expected ${wanted}, got ${status}: ${JSON.stringify(body)}`);
  return body as Body;
}

/**
 * Performs an action once. Resolves to what was acknowledged, to '' after an intermediate step, or to null if the action has used
 * up its rows.
 */
export type Act = () => Promise<string | null>;

const PAUSE_MS = 25;

/** Repeats all actions until stopped; different actions run concurrently. */
export function startLoad<Name extends string>(acts: Record<Name, Act>) {
  const names = Object.keys(acts) as Name[];
  const acknowledged = Object.fromEntries(names.map((name) => [name, [] as string[]])) as Record<Name, string[]>;
  // Errors that the fault does not explain.
  const strange: string[] = [];
  let isOver = false;
  let wake = Promise.withResolvers<void>();

  const goOn = async (name: Name): Promise<void> => {
    while (!isOver) {
      try {
        const done = await acts[name]();
        if (done === null) return;
        if (done !== '') acknowledged[name].push(done);
        wake.resolve();
        wake = Promise.withResolvers<void>();
      } catch (error) {
        if (!(error instanceof Away))
          strange.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
        await sleep(PAUSE_MS);
      }
    }
  };
  const all = names.map(goOn);

  return {
    acknowledged,
    strange,
    total: (): number => names.reduce((sum, name) => sum + acknowledged[name].length, 0),
    // Actions that have never been acknowledged.
    unseen: (): Name[] => names.filter((name) => acknowledged[name].length === 0),
    // Resolves when each of the given actions (by default all) has been acknowledged `more` more times.
    async reaches(more: number, those: readonly Name[] = names): Promise<void> {
      const goals = those.map((name) => [name, acknowledged[name].length + more] as const);
      while (!isOver && goals.some(([name, goal]) => acknowledged[name].length < goal)) await wake.promise;
    },
    // Stops, then waits for running actions to finish.
    async stop(): Promise<void> {
      isOver = true;
      wake.resolve();
      await Promise.all(all);
    },
  };
}
