import { useEffect, useState } from 'react';
import { adminTime } from '#client/kit/admin/admin-labels.ts';
import type { Deciding } from '#client/kit/admin/use-deciding.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { load, readOf, reload, useLoaded } from '#client/kit/data/query.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import type { BulkApproval, UndoneApproval } from '#contract/applications/bulk-approvals.ts';
import { KEPT } from './application-labels.ts';
import { listBulkApprovals, undoBulkApproval } from './applications-api.ts';

/** Query for the bulk approvals that can still be undone. */
export const bulkApprovalsRead = readOf(listBulkApprovals, {});

/** The list is requested again when a bulk approval ends, between these limits: clocks differ, and others may undo it. */
const SHORTEST_WAIT_MS = 5000;
const LONGEST_WAIT_MS = 60_000;

const Outcome = ({ undone, kept }: UndoneApproval) => (
  <Message tone="info" className="mb-3">
    {undone === 1 ? '1 approval was undone.' : `${undone} approvals were undone.`}
    {kept.length > 0 && ` Still approved: ${kept.map(({ username, why }) => `${username} (${KEPT[why]})`).join(', ')}.`}
  </Message>
);

/** Bulk approvals that can still be undone, each with its button, until their time is over. */
export function BulkApprovals({ deciding }: { deciding: Deciding }) {
  const context = useAppContext();
  const bulks = useLoaded(bulkApprovalsRead);
  const [outcome, setOutcome] = useState<UndoneApproval | null>(null);
  useEffect(() => {
    void load(context, bulkApprovalsRead).catch(() => null);
  }, [context]);
  useEffect(() => {
    if (!bulks || bulks.length === 0) return;
    const firstEnd = Math.min(...bulks.map(({ endsAt }) => Date.parse(endsAt)));
    const wait = Math.min(Math.max(firstEnd - Date.now(), SHORTEST_WAIT_MS), LONGEST_WAIT_MS);
    const timer = setTimeout(() => void reload(context, bulkApprovalsRead).catch(() => null), wait);
    return () => clearTimeout(timer);
  }, [context, bulks]);

  const undo = ({ id }: BulkApproval) =>
    deciding.run(async () => {
      setOutcome(null);
      setOutcome(await undoBulkApproval(context.transport, { params: { id } }));
    }, 'The approval was undone.');
  return (
    <>
      {outcome && <Outcome {...outcome} />}
      {bulks?.map((bulk) => (
        <Message
          key={bulk.id}
          tone="success"
          className="mb-3 flex-wrap"
          action={
            <Button
              size="sm"
              idle={deciding.isBusy}
              aria-label={`Undo the approval of ${bulk.count === 1 ? '1 leaker' : `${bulk.count} leakers`}`}
              onClick={() => void undo(bulk)}
            >
              Undo
            </Button>
          }
        >
          {bulk.count === 1 ? '1 leaker approved' : `${bulk.count} leakers approved`}
          {bulk.startedBy && ` by ${bulk.startedBy}`}. They will be notified after {adminTime(bulk.endsAt)} UTC.
        </Message>
      ))}
    </>
  );
}
