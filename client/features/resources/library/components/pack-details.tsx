import { useRef, useState } from 'react';
import { type Checksum, fetchChecksums } from '#client/features/resources/checksum-lines.ts';
import type { Check, FoundPack } from '#client/features/resources/library/check.ts';
import { type Folder, mayUse } from '#client/features/resources/library/folder.ts';
import { baseOf, type Comparison, compareFiles } from '#client/features/resources/library/packs.ts';
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
  | { step: 'saving'; files: Checksum[]; saved: number; bytes: number };

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

  const open = async (): Promise<void> => {
    setState({ step: 'loading' });
    setFailure(null);
    try {
      const files: Checksum[] = [];
      for await (const file of fetchChecksums(pack.id)) files.push(file);
      setState({ step: 'open', files });
    } catch {
      setFailure('The list of files could not be loaded. Please try again in a minute.');
      setState({ step: 'closed' });
    }
  };

  if (state.step === 'closed' || state.step === 'loading') {
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

  const { files } = state;
  const comparison = compareFiles(files, check.hashes, baseOf(found.files));
  const lacking = [...comparison.differing, ...comparison.missing];

  const save = async (root: FileSystemDirectoryHandle): Promise<void> => {
    setFailure(null);
    if (!(await mayUse(folder, 'readwrite'))) {
      setFailure('Your browser needs permission to save in this folder.');
      return;
    }
    const abort = new AbortController();
    saving.current = abort;
    const progress = { saved: 0, bytes: 0 };
    const show = () => setState({ step: 'saving', files, ...progress });
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
          body: { paths: lacking.map(({ name }) => name) },
        })
      ).selection;
    await openDownload(context, { id: pack.id, select, adFree: isAdFree }).catch((error: unknown) =>
      setFailure(downloadAlert(error, undefined)),
    );
  };

  const { handle } = folder;
  return (
    <div className="grid gap-3">
      <Verdict found={comparison} />
      {state.step === 'saving' ? (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-sm text-muted">
            Saved {state.saved} of {state.saved + lacking.length} files, {formatBytes(state.bytes)} received
          </p>
          <Button size="sm" onClick={() => saving.current?.abort()}>
            Stop
          </Button>
        </div>
      ) : (
        lacking.length > 0 && (
          <div className="flex flex-wrap items-center gap-3">
            {isAdFree && handle ? (
              <Button size="sm" variant="solid" onClick={() => void save(handle)}>
                Save {filesOf(lacking.length)} into the folder
              </Button>
            ) : (
              <Button size="sm" variant="solid" onClick={() => void download()}>
                Download {filesOf(lacking.length)}
              </Button>
            )}
            {comparison.differing.length > 0 && isAdFree && handle && (
              <p className="text-sm text-muted">Your own files stay. Newer ones are saved beside them.</p>
            )}
          </div>
        )
      )}
      {failure && <Message tone="error">{failure}</Message>}
    </div>
  );
}
