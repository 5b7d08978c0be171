// Measures pairs of servers in alternation, and compares their responses per second.

import { isSmall, type Row, type RowName, rowOf } from '../saved.ts';
import { type LoadPlan, median, runLoad, spreadOf } from './load.ts';
import { type BenchServer, watchOthers } from './servers.ts';
import { browserHeaders } from './site.ts';

const CONNECTIONS = 64;
const SECONDS = isSmall ? 0.5 : 1.5;
const ROUNDS = isSmall ? 2 : 5;
/**
 * A larger spread of the ratios means that other programs interfered. The rounds are then repeated; if that does not help, CPU
 * time is compared.
 */
const MOST_SPREAD_PERCENT = 40;
const MOST_TRIES = 2;

/** `path` is either a path to request repeatedly, or a function that returns the next request. */
type Target = { server: BenchServer; path: string | LoadPlan['next']; headers?: Record<string, string> };

/** `least` is the minimum ratio; if it is not set, the pair is only reported. */
export type Pair = {
  name: string;
  ours: Target;
  reference: Target;
  least?: number;
  awake?: boolean;
  /** Number of concurrent keep-alive connections; 64 by default. */
  connections?: number;
};

type Rate = {
  perSecond: number;
  cpuMicroseconds: number;
  /** CPU time per response, including the time counted by `spentElsewhere`, such as the database's. */
  allMicroseconds: number;
  p50: number;
  p99: number;
};

export type PairFigures = {
  ours: number;
  reference: number;
  /** Our responses per second relative to the reference, median over the rounds. */
  ratio: number;
  /** Our responses per second of server CPU time, relative to the reference. */
  cpuRatio: number;
  oursCpuMicroseconds: number;
  referenceCpuMicroseconds: number;
  /** CPU time of our server and its database, relative to the reference. Unlike for `cpuRatio`, lower is better. */
  costRatio: number;
  /** CPU time of the database only, relative to the reference; null if the reference uses no database. */
  databaseRatio: number | null;
  /** 99th percentile of our response times relative to their median. */
  slowest: number;
  /** The same of the reference: what pauses of the machine and of the load generator amount to. */
  referenceSlowest: number;
  spreadPercent: number;
  /** Whether CPU time is more reliable than elapsed time in this run. */
  isDisturbed: boolean;
};

const measure = async (
  { server, path, headers }: Target,
  { awake = false, connections = CONNECTIONS }: Pick<Pair, 'awake' | 'connections'>,
  spentElsewhere: () => number,
): Promise<Rate> => {
  const before = { own: server.cpuSeconds(), elsewhere: spentElsewhere() };
  const { perSecond, answers, p50, p99 } = await runLoad({
    port: server.port,
    next: typeof path === 'string' ? () => path : path,
    connections,
    seconds: SECONDS,
    headers: { ...browserHeaders, ...headers },
    awake,
  });
  const own = server.cpuSeconds() - before.own;
  const all = own + spentElsewhere() - before.elsewhere;
  return { perSecond, p50, p99, cpuMicroseconds: (own / answers) * 1e6, allMicroseconds: (all / answers) * 1e6 };
};

type Round = { ours: Rate; reference: Rate };

const runRounds = async (
  pairs: readonly Pair[],
  spentElsewhere: () => number,
): Promise<Record<string, Omit<PairFigures, 'isDisturbed'>>> => {
  const rounds = new Map<string, Round[]>(pairs.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const pair of pairs) {
      const reference = await measure(pair.reference, pair, spentElsewhere);
      rounds.get(pair.name)?.push({ reference, ours: await measure(pair.ours, pair, spentElsewhere) });
    }
  }
  return Object.fromEntries([...rounds].map(([name, of]) => [name, figuresOf(of)]));
};

/**
 * Less CPU time per response than this is attributed to the database's background work, because the system counts in hundredths
 * of a second.
 */
const LEAST_DATABASE_MICROSECONDS = 20;

const databaseRatioOf = (rounds: readonly Round[]): number | null => {
  const spent = ({ allMicroseconds, cpuMicroseconds }: Rate): number => allMicroseconds - cpuMicroseconds;
  const asksIts = rounds.every(({ reference }) => spent(reference) >= LEAST_DATABASE_MICROSECONDS);
  return asksIts
    ? Number(median(rounds.map(({ ours, reference }) => spent(ours) / spent(reference))).toFixed(2))
    : null;
};

const figuresOf = (rounds: readonly Round[]): Omit<PairFigures, 'isDisturbed'> => {
  const ratios = rounds.map(({ ours, reference }) => ours.perSecond / reference.perSecond);
  const cpuRatios = rounds.map(({ ours, reference }) => reference.cpuMicroseconds / ours.cpuMicroseconds);
  return {
    ours: Math.round(median(rounds.map(({ ours }) => ours.perSecond))),
    reference: Math.round(median(rounds.map(({ reference }) => reference.perSecond))),
    ratio: Number(median(ratios).toFixed(2)),
    cpuRatio: Number(median(cpuRatios).toFixed(2)),
    oursCpuMicroseconds: Math.round(median(rounds.map(({ ours }) => ours.cpuMicroseconds))),
    referenceCpuMicroseconds: Math.round(median(rounds.map(({ reference }) => reference.cpuMicroseconds))),
    costRatio: Number(
      median(rounds.map(({ ours, reference }) => ours.allMicroseconds / reference.allMicroseconds)).toFixed(2),
    ),
    databaseRatio: databaseRatioOf(rounds),
    slowest: Number(median(rounds.map(({ ours }) => ours.p99 / ours.p50)).toFixed(2)),
    referenceSlowest: Number(median(rounds.map(({ reference }) => reference.p99 / reference.p50)).toFixed(2)),
    spreadPercent: spreadOf(ratios),
  };
};

export async function warmUp(pairs: readonly Pair[]): Promise<void> {
  for (const pair of pairs) {
    await measure(pair.ours, pair, () => 0);
    await measure(pair.reference, pair, () => 0);
  }
}

/**
 * Measures all pairs, and measures disturbed ones again. `failures` has one sentence per missed bound.
 * @param spentElsewhere CPU seconds the databases have used so far
 */
export async function measurePairs(pairs: readonly Pair[], spentElsewhere: () => number) {
  const servers = new Set(pairs.flatMap(({ ours, reference }) => [ours.server, reference.server]));
  const endWatch = watchOthers(() => {
    let seconds = spentElsewhere();
    for (const server of servers) seconds += server.cpuSeconds();
    return seconds;
  });
  let measured = await runRounds(pairs, spentElsewhere);
  for (let tries = 1; tries < MOST_TRIES; tries += 1) {
    const disturbed = pairs.filter(({ name }) => (measured[name]?.spreadPercent ?? 0) > MOST_SPREAD_PERCENT);
    if (disturbed.length === 0) break;
    measured = { ...measured, ...(await runRounds(disturbed, spentElsewhere)) };
  }
  const watched = endWatch();
  const figures: Record<string, PairFigures> = Object.fromEntries(
    Object.entries(measured).map(([name, figure]) => [
      name,
      { ...figure, isDisturbed: watched.isDisturbed || figure.spreadPercent > MOST_SPREAD_PERCENT },
    ]),
  );
  const failures = pairs.flatMap(({ name, least }) => {
    const figure = figures[name];
    if (!figure || least === undefined) return [];
    const { isDisturbed } = figure;
    const ratio = isDisturbed ? figure.cpuRatio : figure.ratio;
    if (ratio >= least) return [];
    const measure = isDisturbed ? ' by CPU time (other programs disturbed the rates)' : '';
    return [`${name}: ${ratio} of the reference${measure}, the minimum is ${least}`];
  });
  return { figures, othersPercent: watched.othersPercent, failures };
}

/** Table row for a pair. */
export function rowOfPair(name: RowName, reference: string, figures: PairFigures | undefined): Row {
  if (!figures) throw new Error(`nothing was measured of ${name}`);
  return rowOf(
    { name, reference, unit: 'answers/s', better: 'more' },
    {
      ...{ ours: figures.ours, theirs: figures.reference, ratio: figures.ratio },
      ...{ cost: figures.costRatio, databaseCost: figures.databaseRatio, isDisturbed: figures.isDisturbed },
    },
  );
}
