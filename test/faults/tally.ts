// What a test of faults brings about and finds: its size, and the line that `npm run faults` prints of it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

/** As many times as `npm run faults -- --runs N` says, else few, or those of SIZE=full. */
export function runsOf(small: number, full: number): number {
  return Number(process.env.FAULT_RUNS) || (process.env.SIZE === 'full' ? full : small);
}

export const isLarge = process.env.SIZE === 'full';

/** What a fault did: `lost` was acknowledged and is gone, `half` is a part of an act, `orphans` are what a sweep left. */
export type FaultCounts = {
  fault: string;
  kills: number;
  acknowledged: number;
  lost: string[];
  half: string[];
  orphans: string[];
};

/** @param fault the name of the test's file, by which `--only` finds it */
export function createTally(fault: string) {
  const counts: FaultCounts = { fault, kills: 0, acknowledged: 0, lost: [], half: [], orphans: [] };
  const folder = process.env.FAULT_TALLIES;
  return {
    // A fault was brought about: a kill, a cut, a jump.
    kill(): void {
      counts.kills += 1;
    },
    // So many acts were answered as done.
    acknowledge(acts = 1): void {
      counts.acknowledged += acts;
    },
    lose: (...those: string[]): void => void counts.lost.push(...those),
    halve: (...those: string[]): void => void counts.half.push(...those),
    leave: (...those: string[]): void => void counts.orphans.push(...those),
    // Writes the line down, and fails the test unless nothing was lost, halved or left, and something was tried.
    settle: (): void => {
      if (folder) {
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, `${fault}.json`), JSON.stringify(counts));
      }
      const { lost, half, orphans, kills, acknowledged } = counts;
      expect({ lost, half, orphans }).toEqual({ lost: [], half: [], orphans: [] });
      expect(Math.min(kills, acknowledged)).toBeGreaterThan(0);
    },
  };
}

export type Tally = ReturnType<typeof createTally>;
