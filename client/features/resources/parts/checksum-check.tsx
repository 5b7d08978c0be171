import { type DragEvent, useRef, useState } from 'react';
import { classNames } from '#client/ui/class-names.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Message } from '#client/ui/message.tsx';
import { compareChecksum, type Verdict } from '../compare-checksum.ts';
import { sha256OfBlob } from '../sha256.ts';

type StoredFile = { name: string; sha256: string };
type State = { step: 'idle' } | { step: 'reading'; name: string; percent: number } | { step: 'done'; verdict: Verdict };

const VerdictMessage = ({ verdict }: { verdict: Verdict }) => {
  if (verdict.kind === 'match') {
    return <Message tone="success">Match: this is {verdict.name}, complete and unchanged.</Message>;
  }
  if (verdict.kind === 'differs') {
    return (
      <Message tone="error">
        No match: your {verdict.name} is not the file that we serve. Please download it again.
      </Message>
    );
  }
  return <Message tone="error">No match: this resource has no file with the checksum of {verdict.name}.</Message>;
};

/** Compares a file of the visitor's own with the resource's checksums. The file stays on their machine. */
export const ChecksumCheck = ({ files }: { files: StoredFile[] }) => {
  const [state, setState] = useState<State>({ step: 'idle' });
  const [over, setOver] = useState(false);
  /** Counts the checks, so that one overtaken by a later one keeps quiet. */
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
      if (hash) show({ step: 'done', verdict: compareChecksum(files, file.name, hash) });
    } catch {
      show({ step: 'done', verdict: { kind: 'unknown', name: `${file.name}, which could not be read` } });
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
          <span className="block text-sm text-muted">It is compared in your browser and sent nowhere.</span>
        </span>
      </label>
      {state.step === 'reading' && (
        <p className="flex items-center gap-3 text-sm text-muted">
          <progress className="h-1 flex-1 accent-tally" max={100} value={state.percent} aria-label="Reading the file" />
          <span className="mono">{state.percent}%</span>
        </p>
      )}
      {state.step === 'done' && <VerdictMessage verdict={state.verdict} />}
    </div>
  );
};
