// People who go on doing one thing each while a fault happens, and what they were told is done.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '#test/harness/harness.ts';

/** The site could not be asked, or said that it is away: nothing is known of what was asked. */
export class Away extends Error {}

export type Reply = { status: number; headers: Headers; body: unknown; ms: number };

type Asked = {
  method?: string;
  person?: Person | null;
  json?: object;
  form?: FormData;
  headers?: Record<string, string>;
};

/** One call over HTTP. @throws Away when the connection broke, or for a 503 unless `takes503` */
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
    // What fetch throws when a connection cannot be made, or ends before its answer does.
    if (error instanceof TypeError) throw new Away(String(error.cause ?? error), { cause: error });
    throw error;
  }
}

/** The answer's body, when it has the status that says that the act is done. */
export function demand<Body>({ status, body }: Reply, wanted: number): Body {
  if (status !== wanted) throw new Error(`answered ${status} instead of ${wanted}: ${JSON.stringify(body)}`);
  return body as Body;
}

/** Does something once. Answers what was acknowledged, '' for a step that is not the whole, null when all is done. */
export type Act = () => Promise<string | null>;

const PAUSE_MS = 25;

/** Lets every act go on, again and again, one after the other each, until it is stopped. */
export function startLoad<Name extends string>(acts: Record<Name, Act>) {
  const names = Object.keys(acts) as Name[];
  const acknowledged = Object.fromEntries(names.map((name) => [name, [] as string[]])) as Record<Name, string[]>;
  // Answers that no fault excuses.
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
    // Acts of which none was acknowledged yet.
    unseen: (): Name[] => names.filter((name) => acknowledged[name].length === 0),
    // Resolves when every act was acknowledged so many times more, or the given ones were.
    async reaches(more: number, those: readonly Name[] = names): Promise<void> {
      const goals = those.map((name) => [name, acknowledged[name].length + more] as const);
      while (!isOver && goals.some(([name, goal]) => acknowledged[name].length < goal)) await wake.promise;
    },
    // Lets what is under way end.
    async stop(): Promise<void> {
      isOver = true;
      wake.resolve();
      await Promise.all(all);
    },
  };
}
