import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { adminDay, shortId } from '#client/kit/admin/admin-labels.ts';
import { LazyReasonWindow } from '#client/kit/admin/lazy-reason-window.ts';
import type { PanelState } from '#client/kit/admin/panel-link.ts';
import { STATUS_OPTIONS, StatusBadge } from '#client/kit/admin/status-badge.tsx';
import { ExportLink, TablePanel, TableTools } from '#client/kit/admin/table-parts.tsx';
import { closing, useDeciding } from '#client/kit/admin/use-deciding.ts';
import { firstPage, useFilledPage, useTable } from '#client/kit/admin/use-table.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { load, readOf, useLoaded } from '#client/kit/data/query.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { IconButton } from '#client/ui/forms/icon-button.tsx';
import { Select } from '#client/ui/forms/select.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import type { Column } from '#client/ui/table/data-table.tsx';
import { ADMIN_ROWS_PER_PAGE } from '#contract/admin/limits.ts';
import type { LeakerApplication } from '#contract/applications/review.ts';
import { MOST_COUNTED_HITS } from '#contract/limits.ts';
import { profilePath } from '#contract/paths.ts';
import { OBSTACLES } from './application-labels.ts';
import { approveApplication, listApplications, rejectApplication } from './applications-api.ts';
import { BulkApprovals, bulkApprovalsRead } from './bulk-approvals.tsx';
import { LazyApplicationView, LazyApproveAll } from './lazy-windows.ts';

type Window = { kind: 'view' | 'reject'; application: LeakerApplication } | { kind: 'all' } | null;

/** Query for the number of pending applications, regardless of the list's filters. */
const pendingRead = readOf(listApplications, { query: { status: 'PENDING', limit: '1' } });

/** Leaker applications (specification, section 2; product.md AD-4). */
export function LeakersSection() {
  const context = useAppContext();
  const { search = '' } = (useLocation().state as PanelState | null) ?? {};
  const table = useTable((query) => readOf(listApplications, { query }), {
    ...firstPage({ status: '' }),
    search,
  });
  const [window, setWindow] = useState<Window>(null);
  const pending = useLoaded(pendingRead)?.total ?? 0;
  const reload = () =>
    Promise.all([
      table.reload(),
      load(context, pendingRead).catch(() => null),
      load(context, bulkApprovalsRead).catch(() => null),
    ]);
  const deciding = useDeciding(reload);
  useEffect(() => {
    void load(context, pendingRead).catch(() => null);
  }, [context]);

  const { rows, total = 0 } = table.data ?? {};
  const { page } = table.state;
  useFilledPage(table, rows);

  const approve = ({ id, username }: LeakerApplication) =>
    deciding.run(() => approveApplication(context.transport, { params: { id } }), `${username} is now a leaker.`);
  const reject = async ({ id, username }: LeakerApplication, reason: string) => {
    const body = reason ? { reason } : {};
    const act = () => rejectApplication(context.transport, { params: { id }, body });
    if (await deciding.run(act, `${username}'s application was rejected.`)) setWindow(closing(window));
  };

  const columns: Column<LeakerApplication>[] = [
    {
      key: 'username',
      header: 'Applicant',
      isName: true,
      cell: ({ id, username }) => (
        <>
          <Link to={profilePath(username)} className="font-semibold hover:underline">
            {username}
          </Link>
          <span className="mono block text-sm text-muted">{shortId(id)}</span>
        </>
      ),
    },
    { key: 'email', header: 'Email', cell: ({ email }) => email },
    {
      key: 'status',
      header: 'Status',
      cell: ({ status, obstacle }) => (
        <span className="flex flex-wrap items-center gap-1.5">
          <StatusBadge status={status} />
          {obstacle && <Badge>{OBSTACLES[obstacle]}</Badge>}
        </span>
      ),
    },
    { key: 'createdAt', header: 'Applied', cell: ({ createdAt }) => adminDay(createdAt) },
    {
      key: 'decision',
      header: 'Decided',
      cell: ({ decidedAt, decidedBy }) =>
        decidedAt ? `${adminDay(decidedAt)}${decidedBy ? ` by ${decidedBy}` : ''}` : 'not yet',
    },
    {
      key: 'acts',
      header: 'Actions',
      hideHeader: true,
      align: 'end',
      cell: (application) =>
        application.status === 'PENDING' ? (
          <span className="inline-flex flex-wrap gap-2">
            <Button
              size="sm"
              variant="solid"
              idle={deciding.isBusy || application.obstacle !== null}
              aria-label={`Approve ${application.username}`}
              onClick={() => void approve(application)}
            >
              Approve
            </Button>
            <Button
              size="sm"
              idle={deciding.isBusy}
              aria-label={`Reject ${application.username}`}
              onClick={() => {
                deciding.clear();
                setWindow({ kind: 'reject', application });
              }}
            >
              Reject
            </Button>
          </span>
        ) : (
          <IconButton
            icon="eye"
            size="sm"
            label={`View ${application.username}'s application`}
            onClick={() => setWindow({ kind: 'view', application })}
          />
        ),
    },
  ];

  const { status } = table.state.filters;
  const asked = new URLSearchParams({
    ...(table.typed.trim() ? { search: table.typed.trim() } : {}),
    ...(status ? { status } : {}),
  });
  return (
    <>
      <PageTitle>Leakers</PageTitle>
      <div className="mt-5">
        <TableTools
          table={table}
          placeholder="Search applications..."
          actions={
            <>
              <ExportLink href={`${context.site.apiUrl}/admin/applications/export?${asked}`} what="applications" />
              <Button variant="solid" idle={pending === 0} onClick={() => setWindow({ kind: 'all' })}>
                Approve All
              </Button>
            </>
          }
        >
          <Select
            label="Status"
            hideLabel
            value={status}
            options={[{ value: '', label: 'All statuses' }, ...STATUS_OPTIONS]}
            onValueChange={(value) => table.setFilter({ status: value })}
          />
        </TableTools>
        <BulkApprovals deciding={deciding} />
        {deciding.failure && !window && (
          <Message tone="error" className="mb-3">
            {deciding.failure}
          </Message>
        )}
        <TablePanel
          table={table}
          caption="Leaker applications"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          pagination={{
            total,
            pages: Math.ceil(Math.min(total, MOST_COUNTED_HITS) / ADMIN_ROWS_PER_PAGE),
            currentPage: page,
            limit: ADMIN_ROWS_PER_PAGE,
            atLeast: table.state.search !== '' && total >= MOST_COUNTED_HITS,
          }}
          empty="No leaker applications found."
        />
      </div>
      {window?.kind === 'view' && (
        <LazyApplicationView
          id={window.application.id}
          name={window.application.username}
          onClose={() => setWindow(null)}
        />
      )}
      {window?.kind === 'reject' && (
        <LazyReasonWindow
          title={`Reject ${window.application.username}'s application`}
          description="The applicant gets an email and can apply again."
          hint="The applicant will see this."
          action="Reject"
          danger
          isBusy={deciding.isBusy}
          failure={deciding.failure}
          onAct={(reason) => void reject(window.application, reason)}
          onClose={() => setWindow(null)}
        />
      )}
      {window?.kind === 'all' && (
        <LazyApproveAll onDone={() => void deciding.renew()} onClose={() => setWindow(null)} />
      )}
    </>
  );
}
