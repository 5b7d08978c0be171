import { Link, useLocation } from 'react-router';
import { adminTime, shortId } from '#client/kit/admin/admin-labels.ts';
import type { PanelState } from '#client/kit/admin/panel-link.ts';
import { ExportLink, TablePanel, TableTools } from '#client/kit/admin/table-parts.tsx';
import { firstPage, useTable } from '#client/kit/admin/use-table.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Select } from '#client/ui/forms/select.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import type { Column } from '#client/ui/table/data-table.tsx';
import type { ActivityEntry, ActivityType } from '#contract/admin/dashboard.ts';
import { ADMIN_ROWS_PER_PAGE } from '#contract/admin/limits.ts';
import { MOST_COUNTED_HITS } from '#contract/limits.ts';
import type { ListPagination } from '#contract/pagination.ts';
import { profilePath } from '#contract/paths.ts';
import { activityExport, siteActivityRead } from './dashboard-api.ts';

/** Activity types from the specification, with their label colours. */
const TONES: Record<ActivityType, 'scope' | 'daylight' | 'iris' | 'muted' | 'tungsten' | 'tally'> = {
  USER_REGISTRATION: 'scope',
  UPLOAD: 'daylight',
  DOWNLOAD: 'iris',
  LOGIN: 'muted',
  PREMIUM_PURCHASE: 'tungsten',
  APPLICATION: 'tally',
};

const types = [{ value: '', label: 'All' }, ...Object.keys(TONES).map((type) => ({ value: type, label: type }))];

const columns: Column<ActivityEntry>[] = [
  { key: 'id', header: 'ID', isName: true, cell: ({ id }) => <span className="mono">{shortId(id)}</span> },
  {
    key: 'type',
    header: 'Type',
    cell: ({ type }) => (
      <span>
        <Badge tone={TONES[type]}>{type}</Badge>
      </span>
    ),
  },
  {
    key: 'user',
    header: 'User',
    cell: ({ user }) =>
      user ? (
        <Link to={profilePath(user)} className="link">
          {user}
        </Link>
      ) : (
        <span className="text-muted">Visitor</span>
      ),
  },
  { key: 'details', header: 'Details', cell: ({ details }) => details },
  {
    key: 'timestamp',
    header: 'Time',
    cell: ({ timestamp }) => (
      <time dateTime={timestamp} className="mono text-muted">
        {adminTime(timestamp)}
      </time>
    ),
  },
];

/**
 * The response is a plain list, so pages are computed from the total. A total above 10,000 is not exact; it only means "more than
 * 10,000".
 */
const paginationOf = (total: number, currentPage: number): ListPagination => {
  const counted = Math.min(total, MOST_COUNTED_HITS);
  return {
    total: counted,
    pages: Math.ceil(counted / ADMIN_ROWS_PER_PAGE),
    currentPage,
    limit: ADMIN_ROWS_PER_PAGE,
    atLeast: total > MOST_COUNTED_HITS,
  };
};

/** User activity, newest first. */
export function ActivitySection() {
  const { search = '' } = (useLocation().state as PanelState | null) ?? {};
  const table = useTable(siteActivityRead, { ...firstPage({ type: '' }), search });
  const { state, data } = table;
  return (
    <>
      <PageTitle className="mb-6">Activity</PageTitle>
      <TableTools
        table={table}
        placeholder="Search by user..."
        actions={<ExportLink href={activityExport(table.meant)} what="the activity log" />}
      >
        <Select
          label="Activity type"
          hideLabel
          options={types}
          value={state.filters.type}
          onValueChange={(type) => table.setFilter({ type })}
        />
      </TableTools>
      <TablePanel
        table={table}
        caption="Activity"
        columns={columns}
        rows={data?.rows}
        rowKey={({ id }) => id}
        pagination={data && paginationOf(data.total, state.page)}
        empty="No activity found."
      />
    </>
  );
}
