import { useEffect, useMemo, useRef, useState } from 'react';
import type { Checksum } from '#client/features/resources/checksum-lines.ts';
import type { Check } from '#client/features/resources/library/check.ts';
import { loadChecksums } from '#client/features/resources/library/checksums.ts';
import { type Folder, mayUse } from '#client/features/resources/library/folder.ts';
import { baseOf, type Comparison, compareFiles, type FoundPack } from '#client/features/resources/library/packs.ts';
import { takeLostFocus, throttled } from '#client/features/resources/library/redraw.ts';
import { nextDownloadOf } from '#client/features/resources/library/save/archive.ts';
import { savePack } from '#client/features/resources/library/save/save-pack.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { makeSelection } from '#client/kit/downloads/api.ts';
import { downloadAlert, openDownload } from '#client/kit/downloads/open-download.ts';
import { formatBytes } from '#client/kit/text/format-bytes.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';

type Props = { folder: Folder; check: Check; found: FoundPack; isAdFree: boolean };

type State =
  | { step: 'closed' }
  | { step: 'loading' }
  | { step: 'open'; files: Checksum[] }
  | { step: 'saving'; files: Checksum[]; saved: number; of: number; bytes: number };

const filesOf = (count: number): string => (count === 1 ? '1 file' : `${count} files`);

/** Names that are listed. */
const SHOWN = 50;

const Names = ({ title, files }: { title: string; files: readonly Checksum[] }) =>
  files.length > 0 && (
    <details>
      <summary className="cursor-pointer py-1 font-semi">
        {title}: {files.length}
      </summary>
      <ul className="mono mt-1 text-sm wrap-anywhere text-muted">
        {files.slice(0, SHOWN).map(({ name }) => (
          <li key={name}>{name}</li>
        ))}
        {files.length > SHOWN && <li>and {files.length - SHOWN} more</li>}
      </ul>
    </details>
  );

const Verdict = ({ found: { present, differing, missing } }: { found: Comparison }) =>
  differing.length + missing.length === 0 ? (
    <Message tone="success">Complete: {filesOf(present)}, up to date.</Message>
  ) : (
    <>
      <Names title="Different here from the current version" files={differing} />
      <Names title="Missing" files={missing} />
    </>
  );

/** What a folder lacks of an asset, and a way to save exactly that. */
export function PackDetails({ folder, check, found, isAdFree }: Props) {
  const { pack } = found;
  const context = useAppContext();
  const [state, setState] = useState<State>({ step: 'closed' });
  const [failure, setFailure] = useState<string | null>(null);
  const saving = useRef<AbortController>(null);
  const result = useRef<HTMLDivElement>(null);
  const files = 'files' in state ? state.files : null;
  const hashes = check.hashes;
  const comparison = useMemo(
    () => files && compareFiles(files, hashes, baseOf(found.files)),
    [files, hashes, found.files],
  );
  const lackingCount = comparison && comparison.differing.length + comparison.missing.length;
  const verdict = state.step === 'open' ? lackingCount : null;
  useEffect(() => {
    if (verdict !== null) takeLostFocus(result.current);
  }, [verdict]);
  // Files that a check never sees are not compared, so an asset can be complete with fewer files than it has.
  useEffect(() => {
    if (comparison && lackingCount === 0) check.setComplete(pack, comparison.present);
  }, [check, pack, comparison, lackingCount]);

  const open = async (): Promise<void> => {
    setState({ step: 'loading' });
    setFailure(null);
    try {
      setState({ step: 'open', files: await loadChecksums(pack.id) });
    } catch {
      setFailure('The list of files could not be loaded. Please try again in a minute.');
      setState({ step: 'closed' });
    }
  };

  if (!files || !comparison) {
    return (
      <>
        <Button
          size="sm"
          busy={state.step === 'loading'}
          onClick={() => void open()}
          aria-label={`Compare ${pack.title}`}
        >
          Compare with your folder
        </Button>
        {failure && <Message tone="error">{failure}</Message>}
      </>
    );
  }

  const lacking = [...comparison.differing, ...comparison.missing];
  const { files: part, isWhole } = nextDownloadOf(comparison);

  const save = async (root: FileSystemDirectoryHandle): Promise<void> => {
    setFailure(null);
    if (!(await mayUse(folder, 'readwrite'))) {
      setFailure('Your browser needs permission to save in this folder.');
      return;
    }
    const abort = new AbortController();
    saving.current = abort;
    const progress = { saved: 0, of: lacking.length, bytes: 0 };
    const show = throttled(() => setState({ step: 'saving', files, ...progress }));
    show();
    try {
      await savePack({
        transport: context.transport,
        ...{ root, check, found, files },
        signal: abort.signal,
        onWritten: (bytes) => {
          progress.bytes += bytes;
          show();
        },
        onSaved: () => {
          progress.saved += 1;
        },
      });
    } catch (error) {
      if (!abort.signal.aborted) setFailure((error as Error).message);
    }
    setState({ step: 'open', files });
  };

  const download = async (): Promise<void> => {
    setFailure(null);
    const select = async () =>
      (
        await makeSelection(context.transport, {
          params: { id: pack.id },
          body: { paths: part.map(({ name }) => name) },
        })
      ).selection;
    await openDownload(context, { id: pack.id, ...(!isWhole && { select }), adFree: isAdFree }).catch(
      (error: unknown) => setFailure(downloadAlert(error, undefined)),
    );
  };

  const { handle } = folder;
  const isSaving = state.step === 'saving';
  const button =
    isAdFree && handle
      ? {
          label: isSaving ? 'Stop' : `Save ${filesOf(lacking.length)} into the folder`,
          press: () => (isSaving ? saving.current?.abort() : void save(handle)),
        }
      : {
          label: `Download ${part.length < lacking.length ? `${part.length} of ` : ''}${filesOf(lacking.length)}`,
          press: () => void download(),
        };
  return (
    <div className="grid gap-3">
      <div ref={result} tabIndex={-1} className="grid gap-3">
        <Verdict found={comparison} />
      </div>
      {(isSaving || lacking.length > 0) && (
        <div className="flex flex-wrap items-center gap-3">
          {isSaving && (
            <p className="text-sm text-muted">
              Saved {state.saved} of {filesOf(state.of)}, {formatBytes(state.bytes)} received
            </p>
          )}
          <Button size="sm" variant={isSaving ? 'outline' : 'solid'} onClick={button.press}>
            {button.label}
          </Button>
          {!isSaving && comparison.differing.length > 0 && isAdFree && handle && (
            <p className="text-sm text-muted">Your own files stay. Newer ones are saved beside them.</p>
          )}
          {part.length < lacking.length && !(isAdFree && handle) && (
            <p className="text-sm text-muted">To get the rest, check the folder again after this download.</p>
          )}
        </div>
      )}
      {failure && <Message tone="error">{failure}</Message>}
    </div>
  );
}
