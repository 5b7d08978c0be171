import type { ResourceFile } from '#contract/resources/api.ts';
import type { StageStore } from './stage-store.tsx';

const around = (store: StageStore, steps: number): ResourceFile | undefined => {
  const files = store.getFiles();
  const at = files.findIndex(({ name }) => name === store.get().file?.name);
  return at === -1 ? undefined : files[at + steps];
};

/** Shows the next or previous file, and plays it if this one plays or has ended. */
export function moveStage(store: StageStore, steps: 1 | -1): void {
  const next = around(store, steps);
  if (next) store.show(next, { plays: store.get().goesOn });
}

/** The files around the one on the stage, nearest first. */
export function neighboursOf(store: StageStore): ResourceFile[] {
  return [1, -1, 2, -2, 3].flatMap((steps) => around(store, steps) ?? []);
}
