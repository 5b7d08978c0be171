// The goals of the figures, as data: the bound that each row of the table is asked to keep, and where it comes from.
//
// Many goals name a peer (NodeBB, Directus) that the benches do not run. Where a peer and a bare server were measured in one
// run, the goal is carried over to the bare server: "8 times the peer's answers, and the bare server gave 15.5 of them for each
// of the peer's" asks for 8 / 15.5 of the bare server. The rest cannot be shown by a ratio of one run, and says why.

import type { RowName } from './saved.ts';

/** A ratio of ours to the reference that must not fall below, or not rise above. */
type Bound = { least: number } | { most: number };

export type Goal = {
  id: string;
  row: RowName;
  /** Of answers, milliseconds, bytes: the row's ratio. `cost` is the row's processor time beside the reference's. */
  must?: Bound;
  stretch?: Bound;
  cost?: { most: number };
  /** How the numbers follow from what is asked for. */
  from: string;
};

/** Answers a second, and seconds of processor time for 1,000 of them (application and database), of one and the same run. */
const measured = {
  bareList: { perSecond: 2944, cpu: 0.474 },
  memoryList: { perSecond: 16_010 },
  directusList: { perSecond: 190, cpu: 7.13 },
  directusCounted: { perSecond: 91, cpu: 19.67 },
  nodebbCategory: { perSecond: 131, cpu: 12.08 },
  nodebbTopic: { perSecond: 93, cpu: 17.34 },
  nodebbHome: { perSecond: 70 },
  // Of another run, of the same kind.
  directusSearch: { perSecond: 170 },
  bareSearch: { perSecond: 1830 },
};

type Peer = { perSecond: number; cpu?: number };

const rounded = (value: number): number => Number(value.toFixed(2));

/** A goal of so many times a peer's answers and a share of its processor time, carried over to a bare server. */
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

export const goals: readonly Goal[] = [
  {
    id: 'G1',
    row: 'listing',
    from: '8 times Directus’ list, an eighth of its processor time',
    ...beside(measured.directusList, bareList, { times: 8, stretch: 12, share: 1 / 8 }),
  },
  {
    id: 'G2',
    row: 'HTML of the listing, cached',
    from: 'half of the same bytes from memory',
    must: { least: 0.5 },
  },
  {
    id: 'G3',
    row: 'listing of a category',
    from: '20 times Directus’ list with its count',
    ...beside(measured.directusCounted, bareList, { times: 20, stretch: 30 }),
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
    from: '12 times NodeBB’s category, a tenth of its processor time',
    ...beside(measured.nodebbCategory, bareList, { times: 12, stretch: 18, share: 1 / 10 }),
  },
  {
    id: 'G7',
    row: 'thread',
    from: '15 times NodeBB’s topic, a 15th of its processor time',
    ...beside(measured.nodebbTopic, bareList, { times: 15, stretch: 25, share: 1 / 15 }),
  },
  {
    id: 'G9',
    row: 'HTML of home, cached',
    from: '60 times NodeBB’s home; beside bytes from memory',
    ...beside(measured.nodebbHome, measured.memoryList, { times: 60, stretch: 100 }),
  },
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
    from: 'the 99th of a hundred beside the median',
    must: { most: 2.5 },
    stretch: { most: 2 },
  },
  {
    id: 'G14',
    row: 'sockets, 1,000 readers',
    from: 'bare Socket.IO; the writing of the post is on both sides',
    must: { most: 1.25 },
    stretch: { most: 0.8 },
    cost: { most: 1.25 },
  },
  {
    id: 'G16',
    row: 'memory of a socket',
    from: 'bare Socket.IO',
    must: { most: 1.3 },
    stretch: { most: 1 },
  },
  {
    id: 'G17',
    row: 'memory, idle',
    from: '0.6 of NodeBB’s 227 MiB, where the bare server had 84.5',
    must: { most: 1.61 },
    stretch: { most: 1.34 },
  },
  {
    id: 'G17',
    row: 'memory, after load',
    from: 'half of NodeBB’s 543 MiB, where the bare server had 259',
    must: { most: 1.05 },
    stretch: { most: 0.84 },
  },
  {
    id: 'G18',
    row: 'start',
    from: 'half of NodeBB’s 4.3 s, where the bare server took 1.7 s',
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
    from: '1 s a GiB, where a stream of 64 KiB pieces took 1.69 s',
    must: { most: 0.59 },
  },
  {
    id: 'G19',
    row: 'download, speed',
    from: 'half of nginx’ 1.17 GB/s, where that stream had 0.48',
    must: { least: 1.22 },
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
];

/** Goals without a row: what was asked for, and why no ratio of one run shows it. */
export const notShown: readonly { id: string; asks: string; why: string }[] = [
  { id: 'G8', asks: 'forum search within 1/25 of NodeBB’s', why: 'the site has no search of posts' },
  {
    id: 'G12',
    asks: 'a reply within a fifth of NodeBB’s',
    why: 'no bare server wrote beside NodeBB; the row "post" is our own beside a bare writer',
  },
  {
    id: 'G13',
    asks: 'a reply at 1,000 sockets within half of NodeBB’s time',
    why: 'as G12; the row "sockets, 1,000 readers" has the same journey',
  },
  {
    id: 'G15',
    asks: '1,000 members told within 1/50 of NodeBB’s 8 s',
    why: 'its time is a pause of its own, which no bare server has',
  },
  {
    id: 'G21 to G23',
    asks: 'bytes of the first load beside NodeBB’s',
    why: 'bytes do not vary: test/budgets.test.ts and bench/lighthouse.ts hold them to numbers',
  },
  {
    id: 'G24, G25',
    asks: 'Lighthouse beside NodeBB in the same minute',
    why: 'the peer is not run; bench/lighthouse.ts has gates of its own',
  },
  { id: 'G26', asks: 'the front end built in 0.4 of NodeBB’s time', why: 'the peer is not run' },
];
