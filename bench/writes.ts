/**
 * Measures a like and a post by logged-in users, with one user at a time and with sixteen concurrently. Each alternates with a
 * bare server that looks up the session and writes the same rows in the same database. This bench has no limits of its own; the
 * table compares its rows with their goals. `SIZE=small` is a trial run.
 */
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createSession } from '#server/platform/sessions.ts';
import { makeTemporaryHome } from '#test/harness/temporary-homes.ts';
import { type Asked, median, runLoad, spreadOf } from './measure/load.ts';
import { type BenchServer, launchServer, watchOthers } from './measure/servers.ts';
import { type BenchSite, openSite, siteEnv } from './measure/site.ts';
import { authorNameOf } from './rows/catalogue-rows.ts';
import { isSmall, rowOf, saveResult } from './saved.ts';

const RESOURCES = 5000;
/** Number of concurrent users, which is also part of the row names. */
const MANY = 16;
const ROUNDS = isSmall ? 2 : 7;
const SECONDS = isSmall ? 0.5 : 1.5;
/** If the rounds differ by more than this, CPU time is compared instead. */
const MOST_SPREAD_PERCENT = 40;

type Person = { cookie: string; threadId: string };

const text = 'The qualifier takes the skin first, and a window keeps it off the wall behind. **Two nodes**, no more. ';

/** Creates sessions. Each user has their own thread to write in, so that they do not block each other. */
const openPeople = async ({ db, ours }: BenchSite): Promise<Person[]> => {
  const names = Array.from({ length: MANY }, (_, index) => authorNameOf(index + 1));
  const people = await db.selectFrom('users').select('id').where('username', 'in', names).execute();
  const place = await db.selectFrom('forum_subcategories').select('id').limit(1).executeTakeFirstOrThrow();
  return Promise.all(
    people.map(async ({ id }, index) => {
      const cookie = `token=${await createSession(db, { userId: id, userAgent: 'bench', now: new Date() })}`;
      const reply = await fetch(`http://127.0.0.1:${ours.port}/api/forum/threads`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({ title: `A thread of number ${index}`, content: text, categoryId: place.id }),
      });
      if (reply.status !== 201) throw new Error(await reply.text());
      return { cookie, threadId: ((await reply.json()) as { id: string }).id };
    }),
  );
};

/** Requests that like each resource, then unlike it. */
const marking = (ids: readonly string[], first: number): (() => Asked) => {
  let turn = 0;
  return () => {
    const path = `/api/uploads/${ids[(first + Math.floor(turn / 2)) % ids.length]}/like`;
    turn += 1;
    return { method: turn % 2 === 1 ? 'POST' : 'DELETE', path };
  };
};

let written = 0;
/** Requests that write posts. Each post has different text, because posts with the same text would count as one. */
const posting =
  ({ threadId }: Person) =>
  (): Asked => {
    written += 1;
    return { method: 'POST', path: '/api/forum/posts', body: JSON.stringify({ threadId, content: text + written }) };
  };

type Write = {
  name: 'like' | 'post';
  status: number;
  server: BenchServer;
  next: (person: Person, index: number) => () => Asked;
};
type Measured = { perSecond: number; p50: number; cpu: number };

const measure = async (site: BenchSite, { server, status, next }: Write, people: readonly Person[]) => {
  const spent = () => server.cpuSeconds() + site.databaseCpuSeconds();
  const before = spent();
  const loads = await Promise.all(
    people.map((person, index) =>
      runLoad({
        ...{ port: server.port, connections: 1, seconds: SECONDS, status },
        ...{ next: next(person, index), headers: { cookie: person.cookie } },
      }),
    ),
  );
  const answers = loads.reduce((sum, load) => sum + load.answers, 0);
  return {
    perSecond: loads.reduce((sum, load) => sum + load.perSecond, 0),
    p50: median(loads.map(({ p50 }) => p50)),
    cpu: ((spent() - before) / answers) * 1e6,
  };
};

const ratiosOf = (rounds: readonly { ours: Measured; bare: Measured }[], pick: (of: Measured) => number): number[] =>
  rounds.map(({ ours, bare }) => pick(ours) / pick(bare));

const home = await makeTemporaryHome();
// Even if this bench runs as root, the database runs under its own account, which must be able to enter the folder.
chmodSync(home, 0o711);
try {
  const folder = join(home, 'writes');
  const site = await openSite(folder, RESOURCES, false);
  const closers: (() => Promise<unknown>)[] = [() => site.close()];
  const launch = async (script: string, env: Record<string, string> = {}): Promise<BenchServer> => {
    const server = await launchServer(script, { ...siteEnv(folder, site.connection), ...env });
    closers.push(() => server.stop());
    return server;
  };
  try {
    const people = await openPeople(site);
    const alone = people.slice(0, 1);
    const likes = {
      name: 'like' as const,
      status: 200,
      next: (_: Person, index: number) => marking(site.visibleIds, index * 11),
    };
    const posts = { name: 'post' as const, status: 201, next: posting };
    const kinds = [
      { ours: { ...likes, server: site.ours }, bare: { ...likes, server: await launch('bench/peers/bare-likes.ts') } },
      {
        ours: { ...posts, server: site.ours },
        bare: { ...posts, server: await launch('bench/peers/bare-sockets.ts', { WRITES: 'same' }) },
      },
    ];
    const endWatch = watchOthers(
      () =>
        site.databaseCpuSeconds() +
        kinds.reduce((sum, { bare }) => sum + bare.server.cpuSeconds(), site.ours.cpuSeconds()),
    );
    const turns = kinds.flatMap((kind) => [
      { ...kind, people: alone, rounds: [] as { ours: Measured; bare: Measured }[] },
      { ...kind, people, rounds: [] as { ours: Measured; bare: Measured }[] },
    ]);
    // The first round is a warm-up.
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const turn of turns) {
        const bare = await measure(site, turn.bare, turn.people);
        const ours = await measure(site, turn.ours, turn.people);
        if (round > 0) turn.rounds.push({ ours, bare });
      }
    }
    const { othersPercent, isDisturbed } = endWatch();
    const rows = turns.map(({ ours, people: { length }, rounds }) => {
      const isAlone = length === 1;
      const pick = ({ p50, perSecond }: Measured): number => (isAlone ? p50 : perSecond);
      const ratios = ratiosOf(rounds, pick);
      return rowOf(
        {
          name: isAlone ? ours.name : `${ours.name}, ${MANY} concurrent`,
          reference: 'bare server, same session and rows',
          unit: isAlone ? 'ms' : 'answers/s',
          better: isAlone ? 'less' : 'more',
        },
        {
          ours: median(rounds.map((round) => pick(round.ours))),
          theirs: median(rounds.map((round) => pick(round.bare))),
          ratio: median(ratios),
          cost: median(ratiosOf(rounds, ({ cpu }) => cpu)),
          isDisturbed: isDisturbed || spreadOf(ratios) > MOST_SPREAD_PERCENT,
        },
      );
    });
    console.table(rows);
    console.log(`Other programs used ${othersPercent} % of the machine`);
    saveResult('writes', { othersPercent, rounds: ROUNDS, rows });
  } finally {
    for (const close of closers.reverse()) await close();
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
