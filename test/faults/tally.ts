// Counts the faults that a test caused and the damage it found, and writes the line that `npm run faults` prints.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

/** Number of rounds: N from `npm run faults -- --runs N` if given; otherwise `full` if SIZE=full, else `small`. */
export function runsOf(small: number, full: number): number {
  return Number(process.env.FAULT_RUNS) || (process.env.SIZE === 'full' ? full : small);
}

export const isLarge = process.env.SIZE === 'full';

/** Result of a fault test: acknowledged actions that were lost, actions that were half executed, files that cleanup missed. */
export type FaultCounts = {
  fault: string;
  kills: number;
  acknowledged: number;
  lost: string[];
  half: string[];
  orphans: string[];
};

/** @param fault name of the test file, as in `--only` */
export function createTally(fault: string) {
  const counts: FaultCounts = { fault, kills: 0, acknowledged: 0, lost: [], half: [], orphans: [] };
  const folder = process.env.FAULT_TALLIES;
  return {
    // Counts a fault, such as a kill, a cut or a clock jump.
    kill(): void {
      counts.kills += 1;
    },
    // Counts acknowledged actions.
    acknowledge(acts = 1): void {
      counts.acknowledged += acts;
    },
    lose: (...those: string[]): void => void counts.lost.push(...those),
    halve: (...those: string[]): void => void counts.half.push(...those),
    leave: (...those: string[]): void => void counts.orphans.push(...those),
    // Writes the result. Fails the test if the result lists any damage, or if nothing was tested.
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
