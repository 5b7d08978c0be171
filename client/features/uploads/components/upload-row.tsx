import { memo } from 'react';
import { timeLeft } from '#client/features/uploads/speeds.ts';
import type { UploadItem } from '#client/features/uploads/upload-items.ts';
import { formatBytes } from '#client/kit/text/format-bytes.ts';
import { IconButton } from '#client/ui/forms/icon-button.tsx';

export type RowActs = {
  pause(key: string): void;
  resume(key: string): void;
  remove(key: string): void;
};

const percent = (part: number, whole: number): number =>
  whole === 0 ? 100 : Math.min(100, Math.floor((part / whole) * 100));

const WORDS: Record<UploadItem['state'], string> = {
  waiting: 'Waiting',
  sending: 'Uploading',
  finishing: 'Uploaded, finishing',
  paused: 'Paused',
  arrived: 'Uploaded',
  failed: 'Failed',
};

/** Status line such as "Uploading · 42% · 1.20 MB/s · 3 min left". Unknown parts are left out. */
const wordsFor = ({ state, sent, parcel, note }: UploadItem, speed: number | null): string => {
  if (note) return note;
  if (state === 'paused' && sent > 0) return `Paused at ${formatBytes(sent)}`;
  if (state !== 'sending') return WORDS[state];
  const parts = ['Uploading', `${percent(sent, parcel.size)}%`];
  if (speed !== null) parts.push(`${formatBytes(Math.round(speed))}/s`);
  const left = timeLeft(parcel.size - sent, speed);
  if (left) parts.push(left);
  return parts.join(' · ');
};

const Bar = ({ item }: { item: UploadItem }) => {
  const { parcel, sent, acknowledged, state } = item;
  const done = percent(sent, parcel.size);
  return (
    <div
      className="upload-bar col-span-2"
      role="progressbar"
      aria-label={parcel.path}
      aria-valuenow={done}
      aria-valuetext={`${done}%, ${formatBytes(acknowledged)} of ${formatBytes(parcel.size)} uploaded`}
      data-still={state === 'paused' || state === 'failed' || undefined}
      data-there={state === 'arrived' || undefined}
    >
      <span className="upload-bar-sent" style={{ width: `${done}%` }} />
      <span style={{ width: `${percent(acknowledged, parcel.size)}%` }} />
    </div>
  );
};

/** A row of the queue (a file or a bundle) with its actions. */
export const UploadRow = memo(
  ({ item, speed, isStarted, acts }: { item: UploadItem; speed: number | null; isStarted: boolean; acts: RowActs }) => {
    const { key, parcel, state, problem, isHopeless, isRefused } = item;
    const isGoing = state === 'waiting' || state === 'sending';
    const mayGoOn = (state === 'paused' || state === 'failed') && !isHopeless && !isRefused;
    const goOn = state === 'paused' ? 'Resume' : 'Retry';
    const name = parcel.path;
    return (
      <li data-key={key}>
        <p className="min-w-0">
          <span className="block truncate font-semi" title={name}>
            {name}
          </span>
          <span className="block text-sm text-muted wrap-anywhere">
            <span className="mono">{formatBytes(parcel.size)}</span>
            {isStarted && <span data-state={state}> · {wordsFor(item, speed)}</span>}
          </span>
          {problem && (
            <span className="block text-sm text-clip wrap-anywhere">
              {isStarted && state === 'failed' && !isRefused && <>Failed to upload file {name}. </>}
              {problem}
            </span>
          )}
        </p>
        <span className="flex">
          {isStarted && isGoing && (
            <IconButton size="sm" icon="pause" label={`Pause ${name}`} onClick={() => acts.pause(key)} />
          )}
          {isStarted && mayGoOn && (
            <IconButton
              size="sm"
              icon={state === 'paused' ? 'play' : 'refresh'}
              label={`${goOn} ${name}`}
              onClick={() => acts.resume(key)}
            />
          )}
          {state !== 'arrived' && state !== 'finishing' && (
            <IconButton
              size="sm"
              icon="close"
              label={`${isStarted ? 'Cancel' : 'Remove'} ${name}`}
              onClick={() => acts.remove(key)}
            />
          )}
        </span>
        {isStarted && <Bar item={item} />}
      </li>
    );
  },
);
