import { useId, useState } from 'react';
import { OriginalLink, RequestStatusBadge } from '#client/features/requests/components/request-facts.tsx';
import { adminTime, shortId } from '#client/kit/admin/admin-labels.ts';
import { FactList } from '#client/kit/admin/fact-list.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { Select } from '#client/ui/forms/select.tsx';
import { TextArea } from '#client/ui/forms/text-field.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import type { BodyOf } from '#contract/http.ts';
import { REASON_MAX_CHARACTERS } from '#contract/limits.ts';
import type { AdminRequest, decideRequest, RequestStatus } from '#contract/requests/api.ts';
import { REQUEST_STATUSES } from '#contract/requests/limits.ts';
import { requestNews } from '#contract/requests/news.ts';
import { type ChosenResource, ResourceChoice } from './resource-choice.tsx';

const options = REQUEST_STATUSES.map((status) => ({ value: status, label: status }));

/** Preview of the email that announces the decision. */
const News = ({
  resourceName,
  status,
  chosen,
  note,
  told,
}: {
  resourceName: string;
  status: RequestStatus;
  chosen: ChosenResource | null;
  note: string;
  told: number;
}) => {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="panel grid gap-2 p-4">
      <h3 id={heading} className="text-sm text-muted">
        {told === 0
          ? 'No one asked to be notified. The email would say:'
          : `Email to ${told === 1 ? 'one person' : `${told} people`}`}
      </h3>
      <p className="wrap-anywhere">
        {requestNews({ resourceName, status })}
        {status === 'Fulfilled' && chosen && ` ${chosen.title}`}
      </p>
      {note && <p className="whitespace-pre-line wrap-anywhere">The administrator's note: {note}</p>}
    </section>
  );
};

/** Dialog with all details of a request, and the form for deciding it. Load it with `lazyPart`. */
export function RequestWindow({
  request,
  isBusy,
  failure,
  onDecide,
  onClose,
}: {
  request: AdminRequest;
  isBusy: boolean;
  failure: string | null;
  onDecide: (body: BodyOf<typeof decideRequest>) => void;
  onClose: () => void;
}) {
  const { resourceName, resourceLink, ogData } = request;
  const [status, setStatus] = useState<RequestStatus>(request.status);
  const [chosen, setChosen] = useState<ChosenResource | null>(request.resource);
  const [note, setNote] = useState(request.note);
  const [wrong, setWrong] = useState<{ status?: string; resource?: string }>({});
  const statusProblem = useId();
  const words = note.trim();
  const isFulfilled = status === 'Fulfilled';

  const decide = (): void => {
    const isSame =
      status === request.status && words === request.note && (!isFulfilled || chosen?.id === request.resource?.id);
    if (isFulfilled && !chosen) setWrong({ resource: 'Choose an asset.' });
    else if (isSame) setWrong({ status: 'Nothing has changed.' });
    else {
      onDecide({
        status,
        was: request.status,
        ...(isFulfilled && chosen ? { resourceId: chosen.id } : {}),
        ...(words ? { note: words } : {}),
      });
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={resourceName}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="solid" busy={isBusy} onClick={decide}>
            Save decision
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-5">
        <FactList
          facts={[
            ['Status', <RequestStatusBadge key="status" status={request.status} />],
            ['Link', <OriginalLink key="link" link={resourceLink} name={resourceName} />],
            ['Page title', ogData?.title ?? null],
            ['Original price', ogData?.price ?? null],
            ['From', request.requester ?? 'Unavailable user'],
            ['Votes', `${request.votes} (${request.premiumVotes} from Premium members)`],
            ['To be notified', String(request.told)],
            ['Received', adminTime(request.createdAt)],
            ['Decided', request.decidedAt && adminTime(request.decidedAt)],
            ['Request', shortId(request.id)],
          ]}
        />
        <div className="grid grid-cols-1 gap-4 border-t border-line pt-5">
          {failure && <Message tone="error">{failure}</Message>}
          <div>
            <Select
              label="New status"
              value={status}
              options={options}
              aria-describedby={wrong.status ? statusProblem : undefined}
              onValueChange={(value) => {
                setStatus(value as RequestStatus);
                setWrong({});
              }}
            />
            {wrong.status && (
              <p id={statusProblem} className="mt-1.5 text-sm text-clip">
                {wrong.status}
              </p>
            )}
          </div>
          {isFulfilled && (
            <ResourceChoice
              first={resourceName}
              chosen={chosen}
              error={wrong.resource}
              onChoose={(resource) => {
                setChosen(resource);
                setWrong({});
              }}
            />
          )}
          <TextArea
            label="Note (optional)"
            hint="Shown on the board and in the email."
            rows={3}
            maxLength={REASON_MAX_CHARACTERS}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <News resourceName={resourceName} status={status} chosen={chosen} note={words} told={request.told} />
        </div>
      </div>
    </Dialog>
  );
}
