// Performance goals as data: the bound for each row of the table, and where it comes from.
//
// Many goals refer to a peer (NodeBB, Directus) that the benches do not run. If the peer and the bare server were once measured
// in the same run, the goal is converted: "8 times the peer's rate" becomes 8 / 15.5 of the bare server's rate if the bare server
// reached 15.5 times the peer's rate. Bytes, scores and seconds in a browser are compared with the peer's own figures. If neither
// is possible, we set an absolute bound in the row's unit, for a machine like the reference machine.

import type { RowName } from '../saved.ts';

export type Bound = { least: number } | { most: number };

export type Goal = {
  id: string;
  row: RowName;
  /** Bound on the row's ratio. */
  must?: Bound;
  /** Bound on our figure itself. */
  figure?: Bound;
  /** A more ambitious bound: on the ratio if `must` is set, otherwise on our figure. */
  stretch?: Bound;
  /** Bound on the row's CPU time relative to the reference. `database` is the bound on the databases' CPU time alone. */
  cost?: { most: number };
  database?: { most: number };
  /** How the numbers are derived from the goal. */
  from: string;
};

/**
 * Responses per second, and CPU seconds per 1,000 responses (`cpu`: application and database; `database`: database only), from
 * one run.
 */
const measured = {
  bareList: { perSecond: 2944, cpu: 0.474, database: 0.181 },
  memoryList: { perSecond: 16_010 },
  directusList: { perSecond: 190, cpu: 7.13 },
  directusCounted: { perSecond: 91, cpu: 19.67, database: 13 },
  nodebbCategory: { perSecond: 131, cpu: 12.08 },
  nodebbTopic: { perSecond: 93, cpu: 17.34 },
  nodebbHome: { perSecond: 70 },
  // From a separate run with the same setup.
  directusSearch: { perSecond: 170 },
  bareSearch: { perSecond: 1830 },
};

type Peer = { perSecond: number; cpu?: number };

const rounded = (value: number): number => Number(value.toFixed(2));

/** Converts a goal relative to a peer (multiple of its rate, share of its CPU time) into bounds relative to a bare server. */
const beside = (
  peer: Peer,
  bare: Peer,
  { times, stretch, share }: { times: number; stretch?: number; share?: number },
): Pick<Goal, 'must' | 'stretch' | 'cost'> => ({
  must: { least: rounded((times * peer.perSecond) / bare.perSecond) },
  ...(stretch === undefined ? {} : { stretch: { least: rounded((stretch * peer.perSecond) / bare.perSecond) } }),
  ...(share === undefined || !peer.cpu || !bare.cpu ? {} : { cost: { most: rounded((share * peer.cpu) / bare.cpu) } }),
});

const { bareList } = measured;

/** Bytes sent to a browser and load times, compared with NodeBB behind nginx with gzip, using Lighthouse's mobile preset. */
const inBrowsers: readonly Goal[] = [
  { id: 'G21', row: 'bytes of home', from: 'NodeBB’s 555 KiB', must: { most: 0.35 }, stretch: { most: 0.25 } },
  // The stretch goals are 80 KiB for the home page and 95 KiB for a thread.
  { id: 'G22', row: 'scripts of home', from: 'NodeBB’s 180 KiB', must: { most: 0.55 }, stretch: { most: 0.44 } },
  { id: 'G22', row: 'scripts of a thread', from: 'NodeBB’s 264 KiB', must: { most: 0.45 }, stretch: { most: 0.36 } },
  { id: 'G23', row: 'styles and fonts', from: 'NodeBB’s 337 KiB', must: { most: 0.2 } },
  ...(['Lighthouse, home', 'Lighthouse, thread'] as const).map((row) => ({
    ...{ id: 'G24', row, from: '0.95, which is also 0.12 above NodeBB’s 0.81' },
    ...{ figure: { least: 0.95 }, stretch: { least: 0.98 } },
  })),
  ...(['LCP of home', 'LCP of a thread'] as const).map((row) => ({
    ...{ id: 'G25', row, from: 'NodeBB’s 2.89 s and 2.28 s', must: { most: 0.7 }, stretch: { most: 0.55 } },
  })),
  ...(['TBT of home', 'TBT of a thread'] as const).map((row) => ({
    ...{ id: 'G25', row, from: 'NodeBB’s 561 ms and 566 ms', must: { most: 0.3 } },
  })),
  ...(['CLS of home', 'CLS of a thread'] as const).map((row) => ({
    ...{ id: 'G25', row, from: 'almost no layout shift', figure: { most: 0.01 } },
  })),
];

export const goals: readonly Goal[] = [
  {
    id: 'G1',
    row: 'listing',
    from: '8 times Directus’ list, an eighth of its CPU time',
    ...beside(measured.directusList, bareList, { times: 8, stretch: 12, share: 1 / 8 }),
  },
  {
    id: 'G2',
    row: 'HTML of the listing, cached',
    from: 'half of the same bytes from memory; the stretch is 60 times Directus’ list',
    must: { least: 0.5 },
    stretch: { least: rounded((60 * measured.directusList.perSecond) / measured.memoryList.perSecond) },
  },
  {
    id: 'G3',
    row: 'listing of a category',
    from: '20 times Directus’ list with its count, a twentieth of its database’s CPU time',
    ...beside(measured.directusCounted, bareList, { times: 20, stretch: 30 }),
    database: { most: rounded(measured.directusCounted.database / 20 / bareList.database) },
  },
  {
    id: 'G4',
    row: 'search, hits',
    from: '8 times Directus’ search; 16 connections',
    ...beside(measured.directusSearch, measured.bareSearch, { times: 8, stretch: 10 }),
  },
  {
    id: 'G5',
    row: 'search, no hit',
    from: '1/25 of Directus’ 180 ms; a bare search took 1.75 ms',
    must: { most: 4.1 },
    stretch: { most: 1.7 },
  },
  {
    id: 'G6',
    row: 'thread list',
    from: '12 times NodeBB’s category, a tenth of its CPU time',
    ...beside(measured.nodebbCategory, bareList, { times: 12, stretch: 18, share: 1 / 10 }),
  },
  {
    id: 'G7',
    row: 'thread',
    from: '15 times NodeBB’s topic, a 15th of its CPU time',
    ...beside(measured.nodebbTopic, bareList, { times: 15, stretch: 25, share: 1 / 15 }),
  },
  {
    id: 'G8',
    row: 'forum search',
    from: 'a 25th of NodeBB’s 1.2 s for a common word; the slowest kind of search',
    figure: { most: 48 },
  },
  {
    id: 'G9',
    row: 'HTML of home, cached',
    from: '60 times NodeBB’s home; compared with bytes from memory',
    ...beside(measured.nodebbHome, measured.memoryList, { times: 60, stretch: 100 }),
  },
  ...(['HTML of home, logged in', 'HTML of a resource, logged in', 'HTML of a thread, logged in'] as const).map(
    (row) => ({
      ...{ id: 'members', row, from: 'twice what a visitor costs', must: { least: 0.5 }, cost: { most: 2 } },
    }),
  ),
  {
    id: 'G10',
    row: 'listing',
    from: '0.65 of a bare Fastify with the same SQL',
    must: { least: 0.65 },
    stretch: { least: 0.8 },
  },
  {
    id: 'G11',
    row: 'listing, slowest answers',
    from: 'the 99th percentile relative to the median',
    must: { most: 2.5 },
    stretch: { most: 2 },
  },
  {
    id: 'G12',
    row: 'post',
    from: 'a fifth of NodeBB’s 57 ms',
    figure: { most: 11.4 },
    stretch: { most: 5.7 },
  },
  {
    id: 'G13',
    row: 'sockets, 1,000 readers',
    from: 'half of NodeBB’s 69 ms at the median; ours is the time until the last reader',
    figure: { most: 34.5 },
    stretch: { most: 23 },
  },
  {
    id: 'G14',
    row: 'broadcast, 1,000 readers',
    from: 'bare Socket.IO, nothing is written',
    must: { most: 1.25 },
    stretch: { most: 0.8 },
    cost: { most: 1.25 },
  },
  {
    id: 'G15',
    row: 'sockets, 1,000 readers',
    from: 'a fiftieth of NodeBB’s 8 s; each reader is a different member',
    figure: { most: 160 },
    stretch: { most: 80 },
  },
  {
    id: 'G16',
    row: 'memory of a socket',
    from: 'bare Socket.IO; both look up a session and join a room',
    must: { most: 1.3 },
    stretch: { most: 1 },
  },
  {
    id: 'G17',
    row: 'memory, idle',
    from: '0.6 of NodeBB’s 227 MiB',
    figure: { most: 136 },
    stretch: { most: 113 },
  },
  {
    id: 'G17',
    row: 'memory, after load',
    from: 'half of NodeBB’s 543 MiB',
    figure: { most: 271 },
    stretch: { most: 217 },
  },
  {
    id: 'G18',
    row: 'start',
    from: 'half of NodeBB’s 4.3 s, where the bare server took 1.7 s; migrations and NodeBB’s set-up were done before',
    must: { most: 1.26 },
    stretch: { most: 0.89 },
  },
  {
    id: 'G19',
    row: 'download through nginx',
    from: 'nginx on its own',
    must: { most: 1.3 },
  },
  {
    id: 'G19',
    row: 'download',
    from: '1 s per GiB is 0.93 s per GB; a stream of 64 KiB chunks took 1.69 s per GiB',
    must: { most: 0.59 },
    figure: { most: 0.93 },
  },
  {
    id: 'G19',
    row: 'download, speed',
    from: 'half of nginx’ rate',
    must: { least: 0.5 },
  },
  {
    id: 'G20',
    row: 'small asset',
    from: 'nginx with the same file',
    must: { least: 0.3 },
  },
  {
    id: 'session',
    row: 'session check',
    from: 'the same call without a session (house plan: 4 to 5 times)',
    must: { most: 6 },
    stretch: { most: 4 },
  },
  {
    id: 'followers',
    row: 'request, 1,000 being notified',
    from: 'the same request while nobody is notified',
    must: { most: 1.5 },
  },
  {
    id: 'upload',
    row: 'upload',
    from: '@tus/server with its own store',
    must: { most: 1.3 },
  },
  {
    id: 'ZIP',
    row: 'ZIP',
    from: 'the same file on its own',
    must: { most: 1.5 },
  },
  {
    id: 'sockets',
    row: 'sockets',
    from: 'a bare server with the same session and rows; 50 readers',
    must: { most: 2 },
  },
  ...inBrowsers,
  {
    id: 'stage',
    row: 'first frame of a clip',
    from: 'seen as immediate',
    figure: { most: 300 },
  },
  {
    id: 'stage',
    row: 'next sound by key',
    from: 'heard as immediate',
    figure: { most: 60 },
  },
  {
    id: 'palette',
    row: 'palette at a million',
    from: 'the first result within 100 ms (SH-7²); the slowest kind of search',
    figure: { most: 100 },
  },
  {
    id: 'previews',
    row: 'preview of 10 s of 4K60',
    from: 'ready while the creator fills in the form',
    figure: { most: 20 },
  },
  {
    id: 'G26',
    row: 'build of the front end',
    from: 'NodeBB’s assets took 59 s',
    must: { most: 0.4 },
  },
];
