import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { clockTime } from '#client/features/resources/stage/clock-time.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Select } from '#client/ui/forms/select.tsx';
import { analyseSound, type Found } from './analysis.ts';
import { SoundProblem } from './decode-sound.ts';
import { MarkerExports } from './marker-exports.tsx';
import { MarkerForm, TimecodeField } from './marker-form.tsx';
import { MarkerLane } from './marker-lane.tsx';
import {
  addMarker,
  changeMarker,
  type Marker,
  MOST_MARKERS,
  replaceFound,
  shiftMarkers,
  thinBeats,
} from './marker-list.ts';
import { MarkerRows } from './marker-rows.tsx';
import {
  FRAME_RATES,
  frameLabel,
  frameNumber,
  frameRate,
  framesOfDay,
  frameTime,
  labelFrame,
  nearestRate,
  withDrop,
} from './rates.ts';
import { useMarkers } from './use-markers.ts';

export type MarkerEditorProps = {
  /** Names the sound among those whose markers are kept. */
  sound: string;
  /** The file's name. */
  title: string;
  /** Address of the sound, or the person's own file. */
  source: string | File;
  /** What plays the sound. */
  clock: { currentTime: number };
  /** Length in seconds. */
  length: number;
  /** Length of the whole sound if `source` is a part of it. */
  wholeLength: number | null;
  /** Frames per second of the clip that the sound is used with; null if it is unknown. */
  frames: number | null;
  /** Where markers are drawn. */
  lane: HTMLElement | null;
  /** The editor puts its own keys here. */
  keys: RefObject<((event: KeyboardEvent) => boolean) | null>;
};

const RATE_KEY = 'helix_marker_rate';

const lastRate = (): string => {
  try {
    return frameRate(localStorage.getItem(RATE_KEY) ?? '25').id;
  } catch {
    return '25';
  }
};

const keepRate = (id: string): void => {
  try {
    localStorage.setItem(RATE_KEY, id);
  } catch {
    // Without storage, other sounds begin with 25 fps.
  }
};

const RATE_OPTIONS = FRAME_RATES.filter(({ isDrop }) => !isDrop).map(({ id, label }) => ({
  value: id,
  label: `${label} fps`,
}));

const NO_BEAT = 'No steady beat found. Play the sound and press T to add markers.';

/** How far outside the sound the playhead still counts as at its ends, in seconds: players round times. */
const EDGE = 0.02;

/** Finds beats and cues of a sound once, when they are first asked for. */
const useFound = (from: string | File, seconds: number) => {
  const [share, setShare] = useState<number | null>(null);
  const found = useRef<Found | null>(null);
  const ending = useRef<AbortController | null>(null);
  useEffect(() => () => ending.current?.abort(), []);
  const find = async (): Promise<Found | null> => {
    if (found.current) return found.current;
    ending.current?.abort();
    const own = new AbortController();
    ending.current = own;
    setShare(0);
    try {
      found.current = await analyseSound({ from, seconds }, { signal: own.signal, onShare: setShare });
      return found.current;
    } catch (error) {
      if (own.signal.aborted) return null;
      throw error;
    } finally {
      if (ending.current === own) setShare(null);
    }
  };
  const cancel = (): void => {
    ending.current?.abort();
    ending.current = null;
    setShare(null);
  };
  return { share, find, cancel };
};

/** Finds, edits and exports the markers of a sound. */
export function MarkerEditor({
  sound,
  title,
  source,
  clock,
  length,
  wholeLength,
  frames,
  lane,
  keys,
}: MarkerEditorProps) {
  const clipRate = (frames !== null && nearestRate(frames)?.id) || null;
  const kept = useMarkers(sound, { clipRate, otherRate: lastRate() });
  const { markers, change, isLoaded } = kept;
  const [selected, setSelected] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const [shift, setShift] = useState('1');
  const findButton = useRef<HTMLButtonElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const { share, find, cancel } = useFound(source, length);
  const rate = frameRate(kept.rate);
  const start = labelFrame(kept.start, rate);
  const wrongStart = (text: string): string | null => {
    const frame = labelFrame(text, rate);
    if (frame === null) return 'Use a timecode such as 01:00:00:00';
    const isPast = frame + frameNumber(length, rate) + 1 >= framesOfDay(rate);
    return isPast ? 'The sound would play past midnight. Use an earlier timecode' : null;
  };
  const labelOf = (time: number): string => frameLabel((start ?? 0) + frameNumber(time, rate), rate);
  const marker = markers.find(({ id }) => id === selected);

  const search = async (kind: Marker['kind']): Promise<void> => {
    setSaid('');
    try {
      const found = await find();
      if (!found) return;
      const { beats, cues } = found;
      if (kind === 'cue') {
        setSaid(cues.length === 0 ? 'This sound is silent, so it has no cues.' : `${cues.length} cues`);
        return change((now) => replaceFound(now, 'cue', cues));
      }
      if (!beats) return setSaid(NO_BEAT);
      const { tempo, times, confidence } = beats;
      setSaid(`${tempo} bpm, ${times.length} beats, ${Math.round(confidence * 100)} % certain`);
      const named = times.map((time, at) => ({ time, name: `Beat ${at + 1}` }));
      change((now) => replaceFound(now, 'beat', named));
    } catch (error) {
      setSaid(error instanceof SoundProblem ? error.message : 'The search failed. Reload the page and try again.');
    }
  };
  const add = (): void => {
    if (!isLoaded) return;
    const now = clock.currentTime;
    if (now < -EDGE || now > length + EDGE) {
      setSaid('The playhead is not over the sound.');
      return;
    }
    const next = addMarker(markers, Math.min(length, Math.max(0, now)));
    setSaid(next === markers ? `This list is full: ${MOST_MARKERS} markers.` : '');
    setSelected(next.find(({ id }) => !markers.some((other) => other.id === id))?.id ?? selected);
    change(() => next);
  };
  const select = ({ id, time }: Marker): void => {
    setSelected(id);
    clock.currentTime = time;
  };
  const edit = (id: number, to: Partial<Marker>, about: string | null): void =>
    change((now) => changeMarker(now, id, to), about && `${about} ${id}`);
  const nudge = (steps: number, unit: 'frame' | 'fine'): void => {
    if (!marker) return;
    const frames = frameTime(frameNumber(marker.time, rate) + steps, rate);
    const time = Math.min(length, Math.max(0, unit === 'fine' ? marker.time + steps / 100 : frames));
    edit(marker.id, { time }, 'time');
    clock.currentTime = time;
  };
  const remove = (): void => {
    const at = markers.findIndex(({ id }) => id === selected);
    if (at === -1) return;
    if (markers.length === 1) findButton.current?.focus();
    change((now) => now.filter(({ id }) => id !== selected));
    setSelected((markers[at + 1] ?? markers[at - 1])?.id ?? null);
  };
  const undo = (): void => {
    const hadFocus = body.current?.contains(document.activeElement);
    flushSync(kept.undo);
    // The list or the form may have disappeared with the focus.
    if (hadFocus && document.activeElement === document.body) findButton.current?.focus();
  };
  const shiftAll = (): void => {
    const frames = Number(shift);
    if (!Number.isFinite(frames) || frames === 0) return;
    change((now) => shiftMarkers(now, (frames * rate.seconds) / rate.frames, length));
  };
  const chooseRate = (id: string): void => {
    kept.setRate(id);
    keepRate(id);
  };
  useEffect(() => {
    keys.current = ({ key, target }) => {
      const part = body.current?.closest('details');
      // A stage can have two editors: the one with the focus counts, or else the first that is open.
      const withFocus = target instanceof Element ? target.closest('.markers[open]') : null;
      if (key !== 't' || !part?.open || (withFocus && withFocus !== part)) return false;
      add();
      return true;
    };
    return () => {
      keys.current = null;
    };
  });
  const hasBeats = markers.some(({ kind }) => kind === 'beat');
  const canDrop = withDrop(rate, true) !== null;
  const thin = (every: number): void => change((now) => thinBeats(now, every, selected ?? undefined));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl Z, for which there is a button
    <div
      ref={body}
      className="markers-body"
      onKeyDown={(event) => {
        const isField = event.target instanceof HTMLInputElement;
        if (isField || event.key !== 'z' || event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        undo();
      }}
    >
      {lane &&
        createPortal(
          <MarkerLane
            {...{ markers, selected, length }}
            onSeek={(time) => {
              clock.currentTime = time;
            }}
            onSelect={setSelected}
            onMove={(id, time) => edit(id, { time }, null)}
          />,
          lane,
        )}
      {wholeLength !== null && wholeLength > length + 1 && (
        <p className="text-sm text-muted">
          This is a preview of {clockTime(length)}; the sound has {clockTime(wholeLength)}. Markers are those of the
          preview.
        </p>
      )}
      <div className="markers-row-of">
        <Button ref={findButton} busy={share !== null} idle={!isLoaded} onClick={() => void search('beat')}>
          Find beats
        </Button>
        <Button idle={share !== null || !isLoaded} onClick={() => void search('cue')}>
          Find cues
        </Button>
        {share !== null && (
          <>
            <progress className="markers-progress" aria-label="Finding" value={share} />
            <Button
              onClick={() => {
                findButton.current?.focus();
                cancel();
              }}
            >
              Cancel
            </Button>
          </>
        )}
        <Button idle={!isLoaded} onClick={add} title="Add a marker at the playhead (T)">
          Add marker
        </Button>
        <Button idle={!kept.canUndo} onClick={undo}>
          Undo
        </Button>
        <p role="status" className="text-sm text-muted">
          {said}
        </p>
      </div>
      {markers.length === 0 ? (
        <p className="text-sm text-muted">
          {isLoaded && 'Markers will show up here. Find beats, or press T while the sound plays.'}
        </p>
      ) : (
        <>
          <MarkerRows {...{ markers, selected, labelOf }} onSelect={select} onNudge={nudge} onDelete={remove} />
          <p className="text-sm text-muted max-md:hidden">
            In the list, <kbd className="kbd">←</kbd> <kbd className="kbd">→</kbd> move a marker by one frame, with
            Shift by 10 ms. <kbd className="kbd">Delete</kbd> removes it.
          </p>
          <p className="text-sm text-muted">
            {markers.length === 1 ? '1 marker' : `${markers.length} markers`}
            {kept.isKept && ', kept on this device'}
            {kept.isKept === false && '. Your browser can’t keep them. Export them before you leave.'}
          </p>
          {marker && (
            <MarkerForm
              {...{ marker, rate, length }}
              start={start ?? 0}
              onChange={(to, about) => edit(marker.id, to, about)}
              onDelete={remove}
            />
          )}
          <div className="markers-row-of">
            {[2, 4].map((every) => (
              <Button key={every} size="sm" idle={!hasBeats} onClick={() => thin(every)}>
                Keep every {every === 2 ? '2nd' : '4th'} beat
              </Button>
            ))}
            <label className="markers-shift">
              <span className="text-sm font-semibold">Shift by frames</span>
              <input
                type="number"
                className="field"
                step={1}
                value={shift}
                onChange={({ currentTarget }) => setShift(currentTarget.value)}
              />
            </label>
            <Button size="sm" onClick={shiftAll}>
              Shift all
            </Button>
            <Button
              size="sm"
              onClick={() => {
                findButton.current?.focus();
                change(() => []);
                setSelected(null);
              }}
            >
              Delete all
            </Button>
          </div>
        </>
      )}
      <div className="markers-row-of markers-timeline">
        <Select
          label="Frame rate"
          options={RATE_OPTIONS}
          value={withDrop(rate, false)?.id ?? rate.id}
          onValueChange={(id) => chooseRate((rate.isDrop && withDrop(frameRate(id), true)?.id) || id)}
        />
        {canDrop && (
          <label className="markers-drop">
            <input
              type="checkbox"
              checked={rate.isDrop}
              onChange={({ currentTarget }) => chooseRate(withDrop(rate, currentTarget.checked)?.id ?? rate.id)}
            />
            Drop-frame
          </label>
        )}
        <TimecodeField
          key={rate.id}
          label="Timeline starts at"
          value={kept.start}
          wrong={wrongStart}
          onTime={kept.setStart}
        />
      </div>
      <MarkerExports
        timeline={
          markers.length === 0 || start === null || wrongStart(kept.start)
            ? null
            : { title, markers, rate, start, seconds: length }
        }
      />
    </div>
  );
}
