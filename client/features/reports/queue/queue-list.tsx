import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { ReportDecision } from '#client/features/reports/admin/report-decision.tsx';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { useAct } from '#client/kit/data/use-act.ts';
import { Ago } from '#client/kit/text/ago.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { Pager } from '#client/ui/table/pager.tsx';
import { FORUM_REPORTS_PATH } from '#contract/paths.ts';
import type { ForumReport, ForumReports } from '#contract/reports/api.ts';
import { resolveForumReport } from './queue-api.ts';

const QueueWindow = lazyPart(() => import('./queue-window.tsx').then((file) => file.QueueWindow), {
  leave: ({ onClose }) => onClose(),
});

const decided: Record<ReportDecision, string> = { hide: 'post removed', uphold: 'upheld', dismiss: 'dismissed' };

const Row = ({ report, onReview }: { report: ForumReport; onReview: () => void }) => {
  const { number, reason, details, subject, others, createdAt } = report;
  return (
    <li className="panel flex flex-wrap items-start gap-x-4 gap-y-3 p-4">
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="font-semibold wrap-anywhere">
          {subject.path ? (
            <Link to={subject.path} className="hover:underline">
              {subject.label}
            </Link>
          ) : (
            subject.label
          )}
        </h2>
        <p className="text-sm text-muted wrap-anywhere">
          <span className="mono">No. {number}</span>, {reason}
          {subject.owner && `, post by ${subject.owner}`}, <Ago time={createdAt} />
          {others > 0 && `, ${others} more ${others === 1 ? 'report' : 'reports'} about it`}
          {subject.state !== 'there' && ', already removed'}
        </p>
        <p className="mt-2 line-clamp-3 wrap-anywhere">{details}</p>
      </div>
      <Button variant="solid" size="sm" aria-label={`Review report no. ${number}`} onClick={onReview}>
        Review
      </Button>
    </li>
  );
};

/** Open reports with a button to decide each of them. `onDecided` loads the list again. */
export function QueueList({
  list: { reports, pagination },
  onDecided,
}: {
  list: ForumReports;
  onDecided: () => Promise<unknown>;
}) {
  const { transport } = useAppContext();
  const act = useAct();
  const [shown, setShown] = useState<ForumReport | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const decide = async (report: ForumReport, decision: ReportDecision, message: string): Promise<void> => {
    const said = `Report no. ${report.number}: ${decided[decision]}. The decision will be emailed.`;
    const isDone = await act.run(async () => {
      await resolveForumReport(transport, { params: { id: report.id }, body: { decision, message } });
      await onDecided();
    }, said);
    if (!isDone) return;
    setShown((now) => (now?.id === report.id ? null : now));
    // The row with the pressed button has disappeared.
    box.current?.focus();
  };
  return (
    <div ref={box} tabIndex={-1} className="outline-0">
      <p role="status" className="mb-3 text-sm empty:mb-0">
        {act.done}
      </p>
      {reports.length === 0 ? (
        <EmptyState title="No open reports">Reports about posts that you moderate will appear here.</EmptyState>
      ) : (
        <ul className="grid gap-3">
          {reports.map((report) => (
            <Row key={report.id} report={report} onReview={() => setShown(report)} />
          ))}
        </ul>
      )}
      <div className="mt-6">
        <Pager
          current={pagination.currentPage}
          pages={pagination.pages}
          hrefFor={(page) => (page > 1 ? `${FORUM_REPORTS_PATH}?page=${page}` : FORUM_REPORTS_PATH)}
          link={Link}
        />
      </div>
      {shown && (
        <QueueWindow
          report={shown}
          isBusy={act.isBusy}
          failure={act.failure}
          onDecide={(decision, message) => void decide(shown, decision, message)}
          onClose={() => setShown(null)}
        />
      )}
    </div>
  );
}
