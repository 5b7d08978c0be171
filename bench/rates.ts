// Pairs of servers that are measured in turns: how many answers a second one of them gives for each of the other's.
import { median, runLoad, spreadOf } from './load.ts';
import { type BenchServer, watchOthers } from './servers.ts';
import { browserHeaders } from './site.ts';

const CONNECTIONS = 64;
const SECONDS = 1.5;
const ROUNDS = 5;
/** Ratios further apart were disturbed by other programs: the rounds are run again, at last processor time is judged. */
const MOST_SPREAD_PERCENT = 40;
const MOST_TRIES = 2;

type Target = { server: BenchServer; path: string };

/** `least` is the ratio that is asked for; without it the pair is only told. */
export type Pair = { name: string; ours: Target; reference: Target; least?: number; awake?: boolean };

type Rate = { perSecond: number; cpuMicroseconds: number };

export type PairFigures = {
  ours: number;
  reference: number;
  /** Of answers a second, the median of the rounds' ratios. */
  ratio: number;
  /** Of answers in a second of the server's processor time. */
  cpuRatio: number;
  oursCpuMicroseconds: number;
  referenceCpuMicroseconds: number;
  spreadPercent: number;
};

const measure = async ({ server, path }: Target, awake: boolean): Promise<Rate> => {
  const before = server.cpuSeconds();
  const { perSecond, answers } = await runLoad({
    port: server.port,
    next: () => path,
    connections: CONNECTIONS,
    seconds: SECONDS,
    headers: browserHeaders,
    awake,
  });
  return { perSecond, cpuMicroseconds: ((server.cpuSeconds() - before) / answers) * 1e6 };
};

const runRounds = async (pairs: readonly Pair[]): Promise<Record<string, PairFigures>> => {
  const rounds = new Map<string, { ours: Rate; reference: Rate }[]>(pairs.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, ours, reference, awake = false } of pairs) {
      const rates = { reference: await measure(reference, awake), ours: await measure(ours, awake) };
      rounds.get(name)?.push(rates);
    }
  }
  return Object.fromEntries([...rounds].map(([name, of]) => [name, figuresOf(of)]));
};

const figuresOf = (rounds: readonly { ours: Rate; reference: Rate }[]): PairFigures => {
  const ratios = rounds.map(({ ours, reference }) => ours.perSecond / reference.perSecond);
  const cpuRatios = rounds.map(({ ours, reference }) => reference.cpuMicroseconds / ours.cpuMicroseconds);
  return {
    ours: Math.round(median(rounds.map(({ ours }) => ours.perSecond))),
    reference: Math.round(median(rounds.map(({ reference }) => reference.perSecond))),
    ratio: Number(median(ratios).toFixed(2)),
    cpuRatio: Number(median(cpuRatios).toFixed(2)),
    oursCpuMicroseconds: Math.round(median(rounds.map(({ ours }) => ours.cpuMicroseconds))),
    referenceCpuMicroseconds: Math.round(median(rounds.map(({ reference }) => reference.cpuMicroseconds))),
    spreadPercent: spreadOf(ratios),
  };
};

/** Asks everything for a while. */
export const warmUp = async (pairs: readonly Pair[]): Promise<void> => {
  for (const { ours, reference } of pairs) {
    await measure(ours, false);
    await measure(reference, false);
  }
};

/**
 * Measures all pairs, again when they were disturbed. `failures` are the sentences of what missed its figure.
 * @param spentElsewhere seconds of processor time of the databases
 */
export const measurePairs = async (pairs: readonly Pair[], spentElsewhere: () => number) => {
  const servers = new Set(pairs.flatMap(({ ours, reference }) => [ours.server, reference.server]));
  const endWatch = watchOthers(() => {
    let seconds = spentElsewhere();
    for (const server of servers) seconds += server.cpuSeconds();
    return seconds;
  });
  let figures = await runRounds(pairs);
  for (let tries = 1; tries < MOST_TRIES; tries += 1) {
    const disturbed = pairs.filter(({ name }) => (figures[name]?.spreadPercent ?? 0) > MOST_SPREAD_PERCENT);
    if (disturbed.length === 0) break;
    figures = { ...figures, ...(await runRounds(disturbed)) };
  }
  const watched = endWatch();
  const failures = pairs.flatMap(({ name, least }) => {
    const figure = figures[name];
    if (!figure || least === undefined) return [];
    const isDisturbed = watched.isDisturbed || figure.spreadPercent > MOST_SPREAD_PERCENT;
    const ratio = isDisturbed ? figure.cpuRatio : figure.ratio;
    if (ratio >= least) return [];
    const measure = isDisturbed ? ' by processor time (other programs disturbed the rates)' : '';
    return [`${name}: ${ratio} of the reference${measure}, at least ${least} is asked`];
  });
  return { figures, othersPercent: watched.othersPercent, failures };
};
