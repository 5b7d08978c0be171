import { useEffect, useState } from 'react';
import { filesText } from '#client/features/uploads/components/own-state.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { reload, useLoaded } from '#client/kit/data/query.ts';
import { formatBytes } from '#client/kit/text/format-bytes.ts';
import { Badge, type Tone } from '#client/ui/badge.tsx';
import { SectionFailure } from '#client/ui/section-failure.tsx';
import { VERSION_CHANGES_SHOWN } from '#contract/uploads/limits.ts';
import type { VersionChanges as Changes } from '#contract/uploads/versions.ts';
import { changesRead } from './versions-api.ts';

const KINDS: Record<Changes['files'][number]['kind'], { word: string; tone: Tone }> = {
  added: { word: 'Added', tone: 'scope' },
  replaced: { word: 'Replaced', tone: 'tungsten' },
  removed: { word: 'Removed', tone: 'clip' },
};

const sizesOf = ({ sizeBefore, size }: Changes['files'][number]): string => {
  if (sizeBefore === null || size === null) return formatBytes(size ?? sizeBefore ?? 0);
  return `${formatBytes(sizeBefore)} to ${formatBytes(size)}`;
};

const totalOf = ({ files, bytes }: Changes['added']): string => `${filesText(files)}, ${formatBytes(bytes)}`;

/** What a new version changes, file by file. It is loaded again when `state`, the time of the latest change, differs. */
export function VersionChanges({ id, state }: { id: string; state: string }) {
  const context = useAppContext();
  const changes = useLoaded(changesRead(id));
  const [hasFailed, setFailed] = useState(false);
  const get = (): void => {
    setFailed(false);
    reload(context, changesRead(id)).catch(() => setFailed(true));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again for other files
  useEffect(get, [id, state]);
  if (!changes) {
    return hasFailed ? (
      <SectionFailure sentence="The changes could not be loaded." onRetry={get} />
    ) : (
      <div className="skeleton h-16" aria-hidden="true" />
    );
  }
  const all = changes.added.files + changes.replaced.files + changes.removed.files;
  if (all === 0) return <p className="text-sm text-muted">No file has changed yet.</p>;
  return (
    <>
      <p className="mb-2 text-sm text-muted">
        {changes.added.files} added, {changes.replaced.files} replaced, {changes.removed.files} removed. Unchanged:{' '}
        {totalOf(changes.unchanged)}.
      </p>
      <ul aria-label="Changed files">
        {changes.files.map((file) => (
          <li
            key={`${file.kind} ${file.path}`}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2 first:border-t-0"
          >
            <Badge tone={KINDS[file.kind].tone}>{KINDS[file.kind].word}</Badge>
            <span className="min-w-0 flex-1 basis-32 wrap-anywhere">{file.path}</span>
            <span className="mono text-sm text-muted">{sizesOf(file)}</span>
          </li>
        ))}
      </ul>
      {all > VERSION_CHANGES_SHOWN && (
        <p className="mt-2 text-sm text-muted">
          These are the first {VERSION_CHANGES_SHOWN} of {all} changes.
        </p>
      )}
    </>
  );
}
