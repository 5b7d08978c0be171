import { Link } from 'react-router';
import { type ReportDecision, ReportDecisionForm } from '#client/features/reports/admin/report-decision.tsx';
import { Ago } from '#client/kit/text/ago.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import type { ForumReport } from '#contract/reports/api.ts';

/** Dialog with a report about a post, and the form for deciding it. Load it with `lazyPart`. */
export function QueueWindow({
  report,
  isBusy,
  failure,
  onDecide,
  onClose,
}: {
  report: ForumReport;
  isBusy: boolean;
  failure: string | null;
  onDecide: (decision: ReportDecision, message: string) => void;
  onClose: () => void;
}) {
  const { subject } = report;
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={`Report no. ${report.number}`}>
      <div className="grid gap-5">
        <p className="wrap-anywhere">
          A post {subject.owner && `by ${subject.owner} `}in{' '}
          {subject.path ? (
            <Link to={subject.path} className="link">
              {subject.label}
            </Link>
          ) : (
            subject.label
          )}
          , reported <Ago time={report.createdAt} />
        </p>
        <section>
          <h3 className="mb-1.5 font-semibold first-letter:uppercase">{report.reason}</h3>
          <p className="whitespace-pre-line wrap-anywhere">{report.details}</p>
        </section>
        <ReportDecisionForm report={report} isBusy={isBusy} failure={failure} onDecide={onDecide} />
      </div>
    </Dialog>
  );
}
