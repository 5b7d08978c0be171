import { useRef, useState } from 'react';
import { type Checksum, fetchChecksums } from '#client/features/resources/checksum-lines.ts';
import type { Check, FoundPack } from '#client/features/resources/library/check.ts';
import { type Folder, mayUse } from '#client/features/resources/library/folder.ts';
import { earlierVersionOf } from '#client/features/resources/library/packs.ts';
import { savePack } from '#client/features/resources/library/save/save-pack.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { formatBytes } from '#client/kit/text/format-bytes.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';

const assetsOf = (count: number): string => (count === 1 ? '1 asset' : `${count} assets`);

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
  const outdated = packs.filter(({ pack, files }) => earlierVersionOf(files, pack.version) !== null);

  const update = async (found: FoundPack, signal: AbortSignal, onWritten: (bytes: number) => void): Promise<void> => {
    const files: Checksum[] = [];
    for await (const file of fetchChecksums(found.pack.id)) files.push(file);
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
      show();
      try {
        await update(found, abort.signal, (more) => {
          bytes += more;
          show();
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

  if (progress) {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p className="text-sm text-muted wrap-anywhere" aria-live="polite">
          Updating {progress.title}, {progress.done} of {assetsOf(progress.of)} done, {formatBytes(progress.bytes)}{' '}
          received
        </p>
        <Button size="sm" onClick={() => saving.current?.abort()}>
          Stop
        </Button>
      </div>
    );
  }
  return (
    <>
      {outdated.length > 0 && !outcome?.updated && (
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="solid" onClick={() => void updateAll()}>
            Update all
          </Button>
          <p className="text-sm text-muted">
            Saves what is new or missing in {assetsOf(outdated.length)}. Your own files stay.
          </p>
        </div>
      )}
      {outcome && outcome.updated > 0 && <Message tone="success">{assetsOf(outcome.updated)} updated.</Message>}
      {outcome?.failures.map((failure) => (
        <Message key={failure} tone="error">
          {failure}
        </Message>
      ))}
    </>
  );
}
