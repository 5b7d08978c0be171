import { useState } from 'react';
import { Link } from 'react-router';
import { adminDay } from '#client/kit/admin/admin-labels.ts';
import { TablePanel, TableTools } from '#client/kit/admin/table-parts.tsx';
import { closing, useDeciding } from '#client/kit/admin/use-deciding.ts';
import { firstPage, useTable } from '#client/kit/admin/use-table.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { read } from '#client/kit/data/query.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Select } from '#client/ui/forms/select.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import type { Column } from '#client/ui/table/data-table.tsx';
import type { QueryOf } from '#contract/http.ts';
import type { AdminReport, listReports as listCall } from '#contract/reports/api.ts';
import { REPORT_REASONS } from '#contract/reports/limits.ts';
import type { ReportDecision } from './report-decision.tsx';
import { aboutOf, kindLabels, ReportStatus, reportStatusOptions, SubjectState } from './report-labels.tsx';
import { listReports, resolveReport } from './reports-api.ts';

const ReportWindow = lazyPart(() => import('./report-window.tsx').then((file) => file.ReportWindow), {
  leave: ({ onClose }) => onClose(),
});

const statuses = [{ value: '', label: 'All statuses' }, ...reportStatusOptions];
const capital = (text: string): string => text[0]?.toUpperCase() + text.slice(1);
const reasons = [
  { value: '', label: 'All reasons' },
  ...REPORT_REASONS.map((value) => ({ value, label: capital(value) })),
];

const told: Record<ReportDecision, string> = { hide: 'content taken down', uphold: 'upheld', dismiss: 'dismissed' };

/** List of reports, with open ones first (product.md SH-8). */
export function ReportsSection() {
  const { transport } = useAppContext();
  const table = useTable(
    (query) => read(listReports, { query: query as QueryOf<typeof listCall> }),
    firstPage({ status: '', reason: '' }),
  );
  const [shown, setShown] = useState<AdminReport | null>(null);
  const deciding = useDeciding(table.reload);

  const decide = async (report: AdminReport, decision: ReportDecision, message: string): Promise<void> => {
    const act = () => resolveReport(transport, { params: { id: report.id }, body: { decision, message } });
    const said = `Report no. ${report.number}: ${told[decision]}. The decision will be emailed.`;
    if (await deciding.run(act, said)) setShown(closing(shown));
  };

  const columns: Column<AdminReport>[] = [
    {
      key: 'about',
      header: 'About',
      isName: true,
      cell: (report) => (
        <>
          {report.subject.path ? (
            <Link to={report.subject.path} className="font-semibold hover:underline wrap-anywhere">
              {aboutOf(report)}
            </Link>
          ) : (
            <span className="font-semibold wrap-anywhere">{aboutOf(report)}</span>
          )}
          <span className="block text-sm text-muted">
            {kindLabels[report.kind]}
            {report.subject.owner && report.kind === 'resource' && ` by ${report.subject.owner}`}
          </span>
        </>
      ),
    },
    { key: 'number', header: 'No.', cell: ({ number }) => <span className="mono">{number}</span> },
    { key: 'reason', header: 'Reason', cell: ({ reason }) => capital(reason) },
    {
      key: 'status',
      header: 'Status',
      cell: ({ status, subject }) => (
        <span className="flex flex-wrap items-center gap-1.5">
          <ReportStatus status={status} />
          <SubjectState state={subject.state} />
        </span>
      ),
    },
    { key: 'createdAt', header: 'Received', cell: ({ createdAt }) => adminDay(createdAt) },
    {
      key: 'acts',
      header: 'Actions',
      hideHeader: true,
      align: 'end',
      cell: (report) => (
        <Button
          size="sm"
          variant={report.status === 'OPEN' ? 'solid' : 'outline'}
          aria-label={`${report.status === 'OPEN' ? 'Review' : 'View'} report no. ${report.number}`}
          aria-haspopup="dialog"
          onClick={() => {
            deciding.clear();
            setShown(report);
          }}
        >
          {report.status === 'OPEN' ? 'Review' : 'View'}
        </Button>
      ),
    },
  ];

  const { status, reason } = table.state.filters;
  return (
    <>
      <TableTools table={table} placeholder="Search reports...">
        <Select
          label="Status"
          hideLabel
          value={status}
          options={statuses}
          onValueChange={(value) => table.setFilter({ status: value })}
        />
        <Select
          label="Reason"
          hideLabel
          value={reason}
          options={reasons}
          onValueChange={(value) => table.setFilter({ reason: value })}
        />
      </TableTools>
      {deciding.failure && !shown && (
        <Message tone="error" className="mb-3">
          {deciding.failure}
        </Message>
      )}
      <TablePanel
        table={table}
        caption="Reports"
        columns={columns}
        rows={table.data?.reports}
        rowKey={({ id }) => id}
        pagination={table.data?.pagination}
        empty="No reports found."
      />
      {shown && (
        <ReportWindow
          report={shown}
          isBusy={deciding.isBusy}
          failure={deciding.failure}
          onDecide={(decision, message) => void decide(shown, decision, message)}
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
}
