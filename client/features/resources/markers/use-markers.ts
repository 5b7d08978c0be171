import { useEffect, useReducer, useRef, useState } from 'react';
import { MARKER_COLOURS, type Marker } from './marker-list.ts';
import { type KeptMarkers, keepMarkers, loadMarkers } from './marker-memory.ts';
import { frameRate } from './rates.ts';

const MOST_UNDONE = 100;

type State = {
  markers: readonly Marker[];
  past: readonly (readonly Marker[])[];
  /** What the last change was about. Further changes of the same are undone together. */
  about: string | null;
  rate: string;
  start: string;
  /** What was chosen before the kept markers were loaded. */
  chosen: Partial<Pick<KeptMarkers, 'rate' | 'start'>>;
  isLoaded: boolean;
};

/** Makes the next list of the current one. */
type Change = (markers: readonly Marker[]) => readonly Marker[];

type Act =
  | { kind: 'load'; kept: KeptMarkers | null }
  | { kind: 'change'; change: Change; about: string | null }
  | { kind: 'set'; change: State['chosen'] }
  | { kind: 'undo' };

const reduce = (state: State, act: Act): State => {
  switch (act.kind) {
    case 'load':
      return { ...state, ...act.kept, ...state.chosen, chosen: {}, isLoaded: true };
    case 'set':
      return { ...state, ...act.change, chosen: state.isLoaded ? {} : { ...state.chosen, ...act.change } };
    case 'undo': {
      const before = state.past.at(-1);
      return before ? { ...state, markers: before, past: state.past.slice(0, -1), about: null } : state;
    }
    case 'change': {
      if (!state.isLoaded) return state;
      const markers = act.change(state.markers);
      if (markers === state.markers) return state;
      const isSame = act.about !== null && act.about === state.about;
      const past = isSame ? state.past : [...state.past, state.markers].slice(-MOST_UNDONE);
      return { ...state, markers, past, about: act.about };
    }
  }
};

const NOTHING: State = {
  ...{ markers: [], past: [], about: null },
  ...{ rate: '25', start: '01:00:00:00', chosen: {}, isLoaded: false },
};

/** The rate to use: that of the clip, with the kept choice of drop-frame; without a clip, the kept one. */
const rateWith = (clips: string | null, kept: string): string =>
  clips === null || frameRate(clips).label === frameRate(kept).label ? kept : clips;

/**
 * The markers of a sound, kept on this device after each change. Nothing changes before they are loaded.
 * @param clipRate id of the frame rate of the clip that the sound is used with; `otherRate` is used at first for a sound without a clip
 */
export function useMarkers(sound: string, { clipRate, otherRate }: { clipRate: string | null; otherRate: string }) {
  const [state, act] = useReducer(reduce, { ...NOTHING, rate: clipRate ?? otherRate });
  const [isKept, setKept] = useState<boolean | null>(null);
  const { isLoaded, markers, start } = state;
  const loaded = useRef<KeptMarkers | null>(null);

  useEffect(() => {
    let isGone = false;
    void loadMarkers(sound).then((found) => {
      if (isGone) return;
      const kept = found && { ...found, rate: rateWith(clipRate, found.rate) };
      loaded.current = kept;
      if (kept) setKept(true);
      act({ kind: 'load', kept });
    });
    return () => {
      isGone = true;
    };
  }, [sound, clipRate]);

  useEffect(() => {
    const known = loaded.current;
    const isNew = known
      ? known.markers !== markers || known.rate !== state.rate || known.start !== start
      : markers.length > 0;
    if (!isLoaded || !isNew) return;
    const latest = { markers, rate: state.rate, start };
    loaded.current = latest;
    setKept(null);
    void keepMarkers(sound, latest).then((is) => {
      // Nothing has changed since.
      if (loaded.current === latest) setKept(is);
    });
  }, [sound, isLoaded, markers, state.rate, start]);

  return {
    ...state,
    canUndo: state.past.length > 0,
    /** Whether the last change is kept; null until that is known. */
    isKept,
    change: (change: Change, about: string | null = null): void => act({ kind: 'change', change, about }),
    setRate: (id: string): void => act({ kind: 'set', change: { rate: id } }),
    setStart: (text: string): void => act({ kind: 'set', change: { start: text } }),
    undo: (): void => act({ kind: 'undo' }),
  };
}

/** Names of the colours as people read them. */
export const COLOUR_OPTIONS = MARKER_COLOURS.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}));
