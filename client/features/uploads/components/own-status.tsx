import { useState } from 'react';
import { Link } from 'react-router';
import { submitUpload } from '#client/features/uploads/api.ts';
import { isDraft, mayHandIn, missingOf, statusMeaningOf } from '#client/features/uploads/next-steps.ts';
import { keepOwn } from '#client/features/uploads/own-reads.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { sentenceOf } from '#client/kit/form.tsx';
import { formatDay } from '#client/kit/text/format-date.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { resourcePath } from '#contract/paths.ts';
import type { OwnUpload } from '#contract/uploads/api.ts';
import { stateOf } from './own-state.ts';

/** The upload's status with an explanation and a submit button. */
export function OwnStatus({ upload }: { upload: OwnUpload }) {
  const context = useAppContext();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isHandedIn, setHandedIn] = useState(false);
  const { word, tone } = stateOf(upload);
  const missing = missingOf(upload);
  const hasHandIn = mayHandIn(upload);
  const handIn = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      keepOwn(context, await submitUpload(context.transport, { params: { id: upload.id } }));
      setHandedIn(true);
    } catch (error) {
      setFailure(sentenceOf(error));
    }
    setBusy(false);
  };
  return (
    <Panel className="flex flex-col gap-4">
      <div role="status" className="grid gap-3">
        <p className="flex flex-wrap items-center gap-3">
          <Badge tone={tone}>{word}</Badge>
          {upload.submittedAt && (
            <span className="text-sm text-muted">
              Submitted on <time dateTime={upload.submittedAt}>{formatDay(upload.submittedAt)}</time>
            </span>
          )}
        </p>
        <p className="max-w-prose text-muted">
          {isHandedIn && !hasHandIn && 'Submitted. '}
          {statusMeaningOf(upload)}
        </p>
      </div>
      {upload.reason && upload.status !== 'APPROVED' && (
        <div className="message c-clip">
          <div className="min-w-0">
            <p className="font-semibold">
              {upload.status === 'REJECTED' ? 'Why it was rejected' : 'Note from the reviewer'}
            </p>
            <p className="mt-1 whitespace-pre-line wrap-anywhere">{upload.reason}</p>
          </div>
        </div>
      )}
      {missing.length > 0 && upload.status !== 'APPROVED' && (
        <div>
          <p className="font-semibold">{hasHandIn ? 'Before you submit' : 'Before it can be approved'}</p>
          <ul className="own-steps mt-1.5 text-muted">
            {missing.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ul>
        </div>
      )}
      {failure && <Message tone="error">{failure}</Message>}
      {hasHandIn && (
        <Button
          variant="solid"
          size="lg"
          busy={isBusy}
          disabled={missing.length > 0}
          onClick={() => void handIn()}
          className="self-start"
        >
          {isDraft(upload) ? 'Submit' : 'Submit again'}
        </Button>
      )}
      {!isDraft(upload) && (
        <Link to={resourcePath(upload.id)} className={buttonClass({ className: 'self-start' })}>
          {upload.status === 'APPROVED' ? 'Open public page' : 'View page'}
        </Link>
      )}
    </Panel>
  );
}
