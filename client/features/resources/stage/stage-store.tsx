import { createContext, type KeyboardEvent, type ReactNode, use, useState, useSyncExternalStore } from 'react';
import type { ResourceFile } from '#contract/resources/api.ts';
import { viewKind } from './view-kind.ts';

export type StageState = {
  file: ResourceFile | null;
  /** Whether the player has been asked for. Until then the page shows only a picture. */
  isOpen: boolean;
  isPlaying: boolean;
  /** Whether the next file starts when the visitor moves on to it: this one plays, or has ended. */
  goesOn: boolean;
  /** Increases each time the file is to be played. */
  plays: number;
  /** The files of the list that can be shown, in their order. */
  listed: readonly ResourceFile[];
  /** Files around the one on the stage, whatever the list shows: those of its folder, or all LUTs. */
  nearby: readonly ResourceFile[];
};

/** What the stage and the list of files share: the file on the stage, and the keys that both understand. */
export type StageStore = ReturnType<typeof createStageStore>;

const canBeShown = (file: ResourceFile): boolean => viewKind(file) !== null;

function createStageStore(first: ResourceFile | null) {
  let state: StageState = {
    file: first,
    isOpen: false,
    isPlaying: false,
    goesOn: false,
    plays: 0,
    listed: [],
    nearby: [],
  };
  let isPlayWanted = false;
  const listeners = new Set<() => void>();
  const set = (change: Partial<StageState>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const store = {
    get: () => state,
    set,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Plays or pauses the file on the stage; set by the player. */
    toggle: (): void => {},
    /** Handles a key of the player; set by it. @returns whether the key means something */
    onKey: (_event: KeyboardEvent): boolean => false,
    /** Loads the player's code, because it will probably be needed; set when the stage's code has arrived. */
    prepare: (): void => {},
    /** Handles any key in the stage or the list; set when its code has arrived. */
    onKeyDown: (_event: KeyboardEvent): void => {},
    /** The files among which the one on the stage has a place. */
    getFiles: (): readonly ResourceFile[] => {
      const { nearby, listed, file } = state;
      return nearby.some(({ name }) => name === file?.name) ? nearby : listed;
    },
    setListed: (files: readonly ResourceFile[]): void => set({ listed: files.filter(canBeShown) }),
    setNearby: (files: readonly ResourceFile[]): void => set({ nearby: files.filter(canBeShown) }),
    /** Puts a file on the stage and its name into the address. With `plays`, starts it. */
    show: (file: ResourceFile, { plays }: { plays: boolean }): void => {
      if (plays) isPlayWanted = true;
      set({ file, isOpen: true, ...(plays && { plays: state.plays + 1 }) });
      const url = new URL(location.href);
      url.searchParams.set('file', file.name);
      history.replaceState(history.state, '', url);
    },
    /** Whether the file should start; the player asks once. */
    takePlay: (): boolean => {
      const isWanted = isPlayWanted;
      isPlayWanted = false;
      return isWanted;
    },
  };
  return store;
}

const Store = createContext<StageStore | null>(null);

/** Must be mounted again (by `key`) for another resource. */
export function StageProvider({ first, children }: { first: ResourceFile | null; children: ReactNode }) {
  const [store] = useState(() => createStageStore(first));
  return <Store value={store}>{children}</Store>;
}

export function useStageStore(): StageStore {
  const store = use(Store);
  if (!store) throw new Error('There is no stage.');
  return store;
}

/** Part of the stage's state. The component renders again when it changes. */
export function useStageState<T>(select: (state: StageState) => T): T {
  const store = useStageStore();
  const current = () => select(store.get());
  return useSyncExternalStore(store.subscribe, current, current);
}
