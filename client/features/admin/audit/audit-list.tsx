import { Link } from 'react-router';
import { adminTime } from '#client/kit/admin/admin-labels.ts';
import { ExportLink, TablePanel, TableTools } from '#client/kit/admin/table-parts.tsx';
import { firstPage, useTable } from '#client/kit/admin/use-table.ts';
import { Select } from '#client/ui/forms/select.tsx';
import { TextField } from '#client/ui/forms/text-field.tsx';
import type { Column } from '#client/ui/table/data-table.tsx';
import type { AuditEntry } from '#contract/admin/audit.ts';
import { profilePath } from '#contract/paths.ts';
import { auditExport, auditRead } from './audit-api.ts';
import { AuditDifference } from './audit-difference.tsx';
import { AuditSentence, actionLabel, subjectLabel } from './audit-labels.tsx';

const columns: Column<AuditEntry>[] = [
  {
    key: 'actor',
    header: 'Who',
    isName: true,
    cell: ({ actor }) =>
      actor.id ? (
        <Link to={profilePath(actor.name)} className="link">
          {actor.name}
        </Link>
      ) : (
        actor.name
      ),
  },
  {
    key: 'at',
    header: 'When',
    cell: ({ at }) => (
      <time dateTime={at} className="mono text-muted">
        {adminTime(at)}
      </time>
    ),
  },
  { key: 'act', header: 'What', cell: (entry) => <AuditSentence entry={entry} /> },
  {
    key: 'changes',
    header: 'Before and after',
    cell: ({ before, after, subject, at, action }) => (
      <AuditDifference
        before={before}
        after={after}
        isRemoval={/\.(delete|remove-file)$/.test(action)}
        about={`${subjectLabel(subject)}, ${adminTime(at)}`}
      />
    ),
  },
  {
    key: 'address',
    header: 'Network',
    cell: ({ address }) =>
      address ? <span className="mono text-muted">{address}</span> : <span className="text-muted">The site</span>,
  },
];

/**
 * Options of a filter: "all", then the values in the log. The selected value stays in the list, even if the log no longer
 * contains it.
 */
const optionsOf = (all: string, values: readonly string[], chosen: string, labelOf = (value: string) => value) => [
  { value: '', label: all },
  ...[...new Set([...values, ...(chosen ? [chosen] : [])])].map((value) => ({ value, label: labelOf(value) })),
];

const nothing = { actor: '', action: '', from: '', to: '' };

/** The audit log, newest first, with filters. */
export function AuditList() {
  const table = useTable(auditRead, firstPage(nothing));
  const { state, data } = table;
  const { actor, action, from, to } = state.filters;
  const isNarrowed = state.search !== '' || Object.values(state.filters).some(Boolean);
  return (
    <>
      <TableTools
        table={table}
        placeholder="Search people, actions or IDs..."
        actions={<ExportLink href={auditExport(table.meant)} what="the audit log" />}
      >
        <Select
          label="Who"
          hideLabel
          options={optionsOf('All admins', data?.actors ?? [], actor)}
          value={actor}
          onValueChange={(value) => table.setFilter({ actor: value })}
        />
        <Select
          label="What"
          hideLabel
          className="max-w-60"
          options={optionsOf('All actions', data?.actions ?? [], action, actionLabel)}
          value={action}
          onValueChange={(value) => table.setFilter({ action: value })}
        />
      </TableTools>
      <div className="mb-4 flex flex-wrap items-end gap-2.5">
        <TextField
          type="date"
          label="From"
          value={from}
          max={to || undefined}
          onChange={({ target }) => table.setFilter({ from: target.value })}
        />
        <TextField
          type="date"
          label="To"
          value={to}
          min={from || undefined}
          onChange={({ target }) => table.setFilter({ to: target.value })}
        />
      </div>
      <TablePanel
        table={table}
        caption="Audit log"
        columns={columns}
        rows={data?.entries}
        rowKey={({ id }) => String(id)}
        pagination={data?.pagination}
        empty={isNarrowed ? 'No matching entries.' : 'No admin activity yet.'}
        hint={
          isNarrowed
            ? 'Try different words, dates or people.'
            : 'Everything administrators do is recorded here. Entries cannot be changed.'
        }
      />
    </>
  );
}
