import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { adminDay, adminTime, shortId } from '#client/kit/admin/admin-labels.ts';
import { FactList } from '#client/kit/admin/fact-list.tsx';
import type { PanelState } from '#client/kit/admin/panel-link.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { profilePath } from '#contract/paths.ts';
import type { AdminReport } from '#contract/reports/api.ts';
import { type ReportDecision, ReportDecisionForm } from './report-decision.tsx';
import { aboutOf, kindLabels, ReportStatus, SubjectState } from './report-labels.tsx';
import { listReports } from './reports-api.ts';

/** Links to the subject's page, its row in the admin panel, and its owner. */
const Places = ({ report: { kind, subject } }: { report: AdminReport }) => {
  const { id, path, owner, state } = subject;
  const uploads: PanelState = { section: 'uploads', search: id ?? '' };
  const users: PanelState = { section: 'users', search: owner ?? '' };
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-1">
      {path && (
        <Link to={path} className="link">
          Open page
        </Link>
      )}
      {kind === 'resource' && id && state !== 'gone' && (
        <Link to="/admin" state={uploads} className="link">
          View in Uploads
        </Link>
      )}
      {owner && state !== 'gone' && (
        <Link to="/admin" state={users} className="link">
          View {owner} in Users
        </Link>
      )}
    </p>
  );
};

/** Other reports about the same subject. Each is decided separately, so that every reporter gets an answer. */
const Others = ({ report }: { report: AdminReport }) => {
  const { transport } = useAppContext();
  const [others, setOthers] = useState<AdminReport[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { id, subject } = report;
  useEffect(() => {
    let isCurrent = true;
    listReports(transport, { query: { subject: subject.id ?? '', limit: '21' } }).then(
      ({ reports }) => isCurrent && setOthers(reports.filter((other) => other.id !== id).slice(0, 20)),
      (error: Error) => isCurrent && setFailure(error.message),
    );
    return () => {
      isCurrent = false;
    };
  }, [transport, id, subject.id]);
  return (
    <section>
      <h3 className="mb-2 font-semibold">
        {report.others} other {report.others === 1 ? 'report' : 'reports'} about this
      </h3>
      {failure && <Message tone="error">{failure}</Message>}
      <ul className="border-t border-line">
        {others?.map((other) => (
          <li key={other.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2">
            <span className="mono">No. {other.number}</span>
            <span>{adminDay(other.createdAt)}</span>
            <span className="first-letter:uppercase">{other.reason}</span>
            <ReportStatus status={other.status} />
            <span className="basis-full text-sm text-muted wrap-anywhere">{other.decision ?? other.details}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** Dialog with all details of a report, and the form for deciding it. Load it with `lazyPart`. */
export function ReportWindow({
  report,
  isBusy,
  failure,
  onDecide,
  onClose,
}: {
  report: AdminReport;
  isBusy: boolean;
  failure: string | null;
  onDecide: (decision: ReportDecision, message: string) => void;
  onClose: () => void;
}) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={`Report no. ${report.number}`}>
      <div className="grid gap-5">
        <div className="grid gap-2">
          <p className="flex flex-wrap items-center gap-2">
            <span className="min-w-0 font-semibold wrap-anywhere">{aboutOf(report)}</span>
            <SubjectState state={report.subject.state} />
            <span className="ml-auto">
              <ReportStatus status={report.status} />
            </span>
          </p>
          <Places report={report} />
        </div>
        <FactList
          facts={[
            ['About', kindLabels[report.kind]],
            ['Owner', report.subject.owner],
            ['URL as entered', report.address],
            [
              'Reason',
              <span key="reason" className="inline-block first-letter:uppercase">
                {report.reason}
              </span>,
            ],
            ['Received', adminTime(report.createdAt)],
            ['Report', shortId(report.id)],
            ['From', report.email],
            [
              'Member',
              report.reporter && (
                <Link key="reporter" to={profilePath(report.reporter)} className="link">
                  {report.reporter}
                </Link>
              ),
            ],
          ]}
        />
        <section>
          <h3 className="mb-1.5 font-semibold">Details</h3>
          <p className="whitespace-pre-line wrap-anywhere">{report.details}</p>
        </section>
        {report.others > 0 && <Others report={report} />}
        {report.status === 'OPEN' ? (
          <ReportDecisionForm report={report} isBusy={isBusy} failure={failure} onDecide={onDecide} />
        ) : (
          <FactList
            facts={[
              ['Decided', report.decidedAt && adminTime(report.decidedAt)],
              ['Decided by', report.decidedBy ?? 'a former administrator'],
              ['Reason sent by email', report.decision],
            ]}
          />
        )}
      </div>
    </Dialog>
  );
}
