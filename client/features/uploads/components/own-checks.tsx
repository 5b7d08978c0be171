import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { endUploadSession } from '#client/features/uploads/api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { sentenceOf } from '#client/kit/form.tsx';
import { formatBytes } from '#client/kit/text/format-bytes.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import type { OwnUpload } from '#contract/uploads/api.ts';
import type { UploadSession } from '#contract/uploads/sessions.ts';
import { filesText } from './own-state.ts';

const STEPS: Record<NonNullable<UploadSession['step']>, string> = {
  reading: 'Reading',
  unpacking: 'Unpacking',
  storing: 'Storing',
};

/** Maximum number of rows; the rest are only counted. */
const MOST_LINES = 20;

const percent = (part: number, whole: number): number =>
  whole > 0 ? Math.min(100, Math.floor((part / whole) * 100)) : 0;

const nameOf = ({ path, isBundle }: UploadSession): string => (isBundle ? 'Small files' : path);

const CheckLine = ({ session }: { session: UploadSession }) => {
  const done = percent(session.checked, session.size);
  const step = session.step ? STEPS[session.step] : 'Waiting';
  const name = nameOf(session);
  return (
    <li>
      <p className="flex min-w-0 items-baseline justify-between gap-4">
        <span className="min-w-0 truncate font-semi" title={name}>
          {name}
        </span>
        <span className="mono flex-none text-muted">{formatBytes(session.size)}</span>
      </p>
      <div
        role="progressbar"
        aria-label={`Checking ${name}`}
        aria-valuenow={done}
        aria-valuetext={`${step}, ${done}%`}
        className="meter mt-2"
      >
        <i className="c-daylight" style={{ width: `${done}%` }} />
      </div>
      <p className="mt-1 text-sm text-muted">
        {step}
        {session.step && <span className="mono"> {done}%</span>}
      </p>
    </li>
  );
};

const RefusedLine = ({ session, onGone }: { session: UploadSession; onGone: () => Promise<void> }) => {
  const { transport } = useAppContext();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const dismiss = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await endUploadSession(transport, { params: { id: session.id } });
      await onGone();
    } catch (error) {
      setFailure(sentenceOf(error));
      setBusy(false);
    }
  };
  return (
    <li className="flex min-w-0 items-start gap-3">
      <Icon name="warning" className="mt-0.5 text-clip" />
      <div className="min-w-0 flex-1">
        <p className="font-semi wrap-anywhere">{nameOf(session)}</p>
        <p className="text-sm text-muted wrap-anywhere">{session.refusal ?? 'This file was not accepted.'}</p>
        {failure && <p className="mt-1 text-sm text-clip">{failure}</p>}
      </div>
      <Button
        size="sm"
        variant="quiet"
        busy={isBusy}
        onClick={() => void dismiss()}
        aria-label={`Dismiss ${nameOf(session)}`}
      >
        Dismiss
      </Button>
    </li>
  );
};

/** Live progress of file checks, and the files that were rejected. */
export function OwnChecks({ upload, isLost }: { upload: OwnUpload; isLost: boolean }) {
  const { revalidate } = useRevalidator();
  const checking = upload.sessions.filter(({ state }) => state === 'CHECKING');
  const refused = upload.sessions.filter(({ state }) => state === 'REFUSED');
  const isPreviewing = upload.preview.state === 'WAITING' || upload.preview.state === 'MAKING';
  const said =
    checking.length > 0
      ? `Checking ${filesText(checking.length)}`
      : isPreviewing && upload.preview.state === 'MAKING'
        ? 'Creating previews'
        : '';
  return (
    <>
      {/* Stays mounted so that screen readers announce changes. */}
      <p className="sr-only" role="status">
        {said}
      </p>
      {isLost && <Message tone="info">Connection lost. This may be out of date until you're back online.</Message>}
      {(checking.length > 0 || refused.length > 0) && (
        <Panel title={checking.length > 0 ? 'Checking' : 'Not accepted'}>
          {checking.length > 0 && (
            <ul className="grid gap-4" aria-label="Files being checked">
              {checking.slice(0, MOST_LINES).map((session) => (
                <CheckLine key={session.id} session={session} />
              ))}
            </ul>
          )}
          {checking.length > MOST_LINES && (
            <p className="mt-3 text-sm text-muted">Also checking {filesText(checking.length - MOST_LINES)}</p>
          )}
          {refused.length > 0 && (
            <>
              {checking.length > 0 && <h3 className="mt-5 mb-3 font-semibold">Not accepted</h3>}
              <ul className="grid gap-4" aria-label="Files not accepted">
                {refused.map((session) => (
                  <RefusedLine key={session.id} session={session} onGone={revalidate} />
                ))}
              </ul>
            </>
          )}
        </Panel>
      )}
    </>
  );
}

/** Lists what the checks found in files that were accepted. */
export function OwnFindings({ upload }: { upload: OwnUpload }) {
  return (
    upload.findings.length > 0 && (
      <Panel title="Check results">
        <ul className="grid gap-3">
          {upload.findings.slice(0, MOST_LINES).map(({ code, path, sentence }) => (
            <li key={`${code} ${path}`} className="flex min-w-0 items-start gap-3">
              <Icon name="info" className="mt-0.5 text-tungsten" />
              <div className="min-w-0">
                {path && <p className="font-semi wrap-anywhere">{path}</p>}
                <p className="text-sm text-muted wrap-anywhere">{sentence}</p>
              </div>
            </li>
          ))}
        </ul>
        {upload.findings.length > MOST_LINES && (
          <p className="mt-3 text-sm text-muted">and {upload.findings.length - MOST_LINES} more</p>
        )}
        <p className="mt-4 text-sm text-muted">Reviewers see this too.</p>
      </Panel>
    )
  );
}

/** State of the previews, with a spinner while they are being created. */
export function PreviewState({ upload }: { upload: OwnUpload }) {
  const { state, note, made, total } = upload.preview;
  if (state === 'WAITING') return <p className="text-sm text-muted">Previews are created once all checks finish.</p>;
  if (state === 'MAKING') {
    return (
      <p className="flex items-center gap-2 text-sm text-muted">
        <Spinner />
        Creating previews
      </p>
    );
  }
  if (made < total) {
    return (
      <>
        <p className="flex items-center gap-2 text-sm text-muted">
          <Spinner />
          Previews: {made} of {filesText(total)}
        </p>
        {note && <p className="mt-2 text-sm text-muted wrap-anywhere">{note}</p>}
      </>
    );
  }
  if (note) return <p className="text-sm text-muted wrap-anywhere">{note}</p>;
  if (state === 'FAILED') return <p className="text-sm text-muted">Previews could not be created.</p>;
  // Don't promise previews for files that can't have any.
  if (state === 'NONE' && upload.fileCount === 0)
    return <p className="text-sm text-muted">Previews are created from the files you add.</p>;
  return null;
}
