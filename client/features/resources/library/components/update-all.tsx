import { useEffect, useRef, useState } from 'react';
import type { Check } from '#client/features/resources/library/check.ts';
import { loadChecksums } from '#client/features/resources/library/checksums.ts';
import { type Folder, mayUse } from '#client/features/resources/library/folder.ts';
import { type FoundPack, outdatedVersionOf } from '#client/features/resources/library/packs.ts';
import { takeLostFocus, throttled } from '#client/features/resources/library/redraw.ts';
import { savePack } from '#client/features/resources/library/save/save-pack.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { formatBytes } from '#client/kit/text/format-bytes.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';

const assetsOf = (count: number): string => (count === 1 ? '1 asset' : `${count} assets`);

const waitUnlessAborted = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    setTimeout(resolve, seconds * 1000);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

type Progress = { done: number; of: number; title: string; bytes: number };

/** Saves the current version of every asset of which the folder has an earlier one. Only for downloads without ads. */
export function UpdateAll({
  folder,
  root,
  check,
  packs,
}: {
  folder: Folder;
  root: FileSystemDirectoryHandle;
  check: Check;
  packs: readonly FoundPack[];
}) {
  const { transport } = useAppContext();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [outcome, setOutcome] = useState<{ updated: number; failures: string[] } | null>(null);
  const saving = useRef<AbortController>(null);
  const outcomeBox = useRef<HTMLDivElement>(null);
  const outdated = packs.filter((found) => outdatedVersionOf(found) !== null);
  const hasButton = progress !== null || outdated.length > 0;
  useEffect(() => {
    if (outcome && !hasButton) takeLostFocus(outcomeBox.current);
  }, [outcome, hasButton]);

  const update = async (found: FoundPack, signal: AbortSignal, onWritten: (bytes: number) => void): Promise<void> => {
    const files = await loadChecksums(found.pack.id, (seconds) => waitUnlessAborted(seconds, signal));
    signal.throwIfAborted();
    await savePack({ transport, root, check, found, files, signal, onWritten, onSaved: () => {} });
  };

  // An asset that fails doesn't keep the others from being updated.
  const updateAll = async (): Promise<void> => {
    setOutcome(null);
    if (!(await mayUse(folder, 'readwrite'))) {
      setOutcome({ updated: 0, failures: ['Your browser needs permission to save in this folder.'] });
      return;
    }
    const abort = new AbortController();
    saving.current = abort;
    const failures: string[] = [];
    let [updated, bytes] = [0, 0];
    for (const found of outdated) {
      const show = () => setProgress({ done: updated, of: outdated.length, title: found.pack.title, bytes });
      const showBytes = throttled(show);
      show();
      try {
        await update(found, abort.signal, (more) => {
          bytes += more;
          showBytes();
        });
        updated += 1;
      } catch (error) {
        if (abort.signal.aborted) break;
        failures.push(`${found.pack.title}: ${(error as Error).message}`);
      }
    }
    setProgress(null);
    setOutcome({ updated, failures });
  };

  if (!hasButton && !outcome) return null;
  return (
    <div className="grid gap-3">
      {hasButton && (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            variant={progress ? 'outline' : 'solid'}
            onClick={() => (progress ? saving.current?.abort() : void updateAll())}
          >
            {progress ? 'Stop' : 'Update all'}
          </Button>
          <p className="text-sm text-muted wrap-anywhere">
            {/* Announced once for each asset; the bytes change all the time. */}
            <span aria-live="polite">
              {progress
                ? `Updating ${progress.title}, ${progress.done} of ${assetsOf(progress.of)} done`
                : `Saves what is new or missing in ${assetsOf(outdated.length)}. Your own files stay.`}
            </span>
            {progress && <span>, {formatBytes(progress.bytes)} received</span>}
          </p>
        </div>
      )}
      {outcome && (
        <div ref={outcomeBox} tabIndex={-1} className="grid gap-3">
          {outcome.updated > 0 && <Message tone="success">{assetsOf(outcome.updated)} updated.</Message>}
          {outcome.failures.map((failure) => (
            <Message key={failure} tone="error">
              {failure}
            </Message>
          ))}
        </div>
      )}
    </div>
  );
}
