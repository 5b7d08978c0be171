import { type DragEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { type Checksum, fetchChecksums } from '#client/features/resources/checksum-lines.ts';
import { type ChecksumResult, compareChecksum } from '#client/features/resources/compare-checksum.ts';
import { sha256OfBlob } from '#client/features/resources/sha256.ts';
import { classNames } from '#client/ui/class-names.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { LIBRARY_PATH } from '#contract/paths.ts';
import { lastPart } from './folder-view.ts';

/** Maximum number of checksums shown; the downloadable list contains all of them. */
const SHOWN = 500;

type Shown = { checksums: Checksum[]; hasMore: boolean } | 'loading' | 'failed';

/** Loads the first checksums of a resource. */
const useChecksums = (resourceId: string): Shown => {
  const [shown, setShown] = useState<Shown>('loading');
  useEffect(() => {
    let hasLeft = false;
    const collect = async () => {
      const checksums: Checksum[] = [];
      for await (const checksum of fetchChecksums(resourceId)) {
        if (hasLeft || checksums.length === SHOWN) return { checksums, hasMore: true };
        checksums.push(checksum);
      }
      return { checksums, hasMore: false };
    };
    collect().then(
      (found) => !hasLeft && setShown(found),
      () => !hasLeft && setShown('failed'),
    );
    return () => {
      hasLeft = true;
    };
  }, [resourceId]);
  return shown;
};

const ChecksumList = ({ resourceId }: { resourceId: string }) => {
  const shown = useChecksums(resourceId);
  if (shown === 'loading') return <p className="text-muted">Loading</p>;
  if (shown === 'failed') return <Message tone="error">The checksums could not be loaded. Please try again.</Message>;
  return (
    <>
      <dl className="flex flex-col gap-3">
        {shown.checksums.map(({ name, sha256 }) => (
          <div key={name}>
            <dt className="font-semi wrap-anywhere">{name}</dt>
            <dd className="mono mt-0.5 wrap-anywhere text-muted select-all">{sha256}</dd>
          </div>
        ))}
      </dl>
      {shown.hasMore && <p className="text-muted">First {SHOWN} files shown. Download SHA256SUMS for all.</p>}
    </>
  );
};

type State =
  | { step: 'idle' }
  | { step: 'reading'; name: string; percent: number }
  | { step: 'done'; verdict: ChecksumResult };

const VerdictMessage = ({ verdict }: { verdict: ChecksumResult }) => {
  if (verdict.kind === 'match') {
    return <Message tone="success">Match: this is {verdict.name}, complete and unchanged.</Message>;
  }
  if (verdict.kind === 'differs') {
    return (
      <Message tone="error">No match: your {verdict.name} differs from our file. Please download it again.</Message>
    );
  }
  return <Message tone="error">No match: none of our files has the same checksum as {verdict.name}.</Message>;
};

/** Compares a file on the visitor's device with the resource's checksums, without uploading it. */
export function ChecksumCheck({ resourceId }: { resourceId: string }) {
  const [state, setState] = useState<State>({ step: 'idle' });
  const [over, setOver] = useState(false);
  // Incremented for each check, so that results of earlier checks can be ignored.
  const turn = useRef(0);

  const check = async (file: File) => {
    turn.current += 1;
    const mine = turn.current;
    const show = (next: State) => {
      if (mine === turn.current) setState(next);
    };
    show({ step: 'reading', name: file.name, percent: 0 });
    try {
      const hash = await sha256OfBlob(file, (share) => {
        show({ step: 'reading', name: file.name, percent: Math.floor(share * 100) });
        return mine === turn.current;
      });
      if (!hash) return;
      const alike: Checksum[] = [];
      for await (const each of fetchChecksums(resourceId)) {
        if (each.sha256 === hash || lastPart(each.name) === file.name) alike.push(each);
      }
      show({ step: 'done', verdict: compareChecksum(alike, file.name, hash) });
    } catch {
      show({ step: 'done', verdict: { kind: 'unknown', name: `${file.name} (could not be read)` } });
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) void check(file);
  };
  return (
    <div className="flex flex-col gap-3">
      <label
        className={classNames(
          'flex min-h-21 flex-wrap items-center justify-center gap-3 rounded-lg border border-dashed p-4 text-center focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-daylight',
          over ? 'border-daylight bg-raised' : 'border-line-strong',
        )}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          type="file"
          className="sr-only"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file) void check(file);
            event.currentTarget.value = '';
          }}
        />
        <Icon name="file" className="text-muted" />
        <span>
          Drop a downloaded file here, or <span className="link">choose one</span>.
          <span className="block text-sm text-muted">Checked in your browser. Nothing is uploaded.</span>
        </span>
      </label>
      {state.step === 'reading' && (
        <p className="flex items-center gap-3 text-sm text-muted">
          <progress className="h-1 flex-1 accent-tally" max={100} value={state.percent} aria-label="Reading the file" />
          <span className="mono">{state.percent}%</span>
        </p>
      )}
      {state.step === 'done' && <VerdictMessage verdict={state.verdict} />}
      <Link to={`${LIBRARY_PATH}?asset=${resourceId}`} className="link justify-self-start">
        Check or save a whole folder
      </Link>
      <ChecksumList resourceId={resourceId} />
    </div>
  );
}
