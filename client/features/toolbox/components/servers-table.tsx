import { percentOf } from '#client/features/toolbox/servers.ts';
import { orUnknown } from '#client/features/toolbox/toolbox-labels.ts';
import { Ago } from '#client/kit/text/ago.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { wholeNumber } from '#client/ui/charts/chart-numbers.ts';
import { Panel } from '#client/ui/panel.tsx';
import { type Column, DataTable } from '#client/ui/table/data-table.tsx';
import type { ToolboxServer } from '#contract/toolbox/api.ts';
import { StatusMark } from './status-mark.tsx';
import { SmallUsage } from './usage.tsx';

/** The All Servers table (specification, section 2), in list order. Clicking a name opens that server. */
export function ServersTable({ servers, onOpen }: { servers: readonly ToolboxServer[]; onOpen: (id: string) => void }) {
  const columns: Column<ToolboxServer>[] = [
    {
      key: 'name',
      header: 'Server',
      isName: true,
      cell: ({ id, name, isDefault }) => (
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <button type="button" className="link min-h-6 text-left wrap-anywhere" onClick={() => onOpen(id)}>
            {name}
          </button>
          {isDefault && <Badge tone="daylight">Default</Badge>}
        </span>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      cell: ({ status, isChecking }) => <StatusMark status={status} isChecking={isChecking} />,
    },
    { key: 'location', header: 'Location', isMinor: true, cell: ({ location }) => location },
    {
      key: 'cpu',
      header: 'CPU',
      cell: ({ cpu, name, status }) => (
        <SmallUsage label={`CPU of ${name}`} percent={cpu} isPast={status !== 'online'} />
      ),
      isEmpty: ({ cpu }) => cpu === null,
    },
    {
      key: 'memory',
      header: 'Memory',
      cell: ({ memory, memoryTotal, name, status }) => (
        <SmallUsage label={`Memory of ${name}`} percent={percentOf(memory, memoryTotal)} isPast={status !== 'online'} />
      ),
      isEmpty: ({ memory, memoryTotal }) => percentOf(memory, memoryTotal) === null,
    },
    {
      key: 'disk',
      header: 'Disk',
      cell: ({ diskUsed, diskTotal, name, status }) => (
        <SmallUsage label={`Disk of ${name}`} percent={percentOf(diskUsed, diskTotal)} isPast={status !== 'online'} />
      ),
      isEmpty: ({ diskUsed, diskTotal }) => percentOf(diskUsed, diskTotal) === null,
    },
    {
      key: 'uploads',
      header: 'Uploads',
      align: 'end',
      isMinor: true,
      isEmpty: ({ uploadCount }) => uploadCount === null,
      cell: ({ uploadCount }) => <span className="mono">{orUnknown(uploadCount, wholeNumber)}</span>,
    },
    {
      key: 'priority',
      header: 'Priority',
      align: 'end',
      isMinor: true,
      cell: ({ priority }) => <span className="mono">{priority}</span>,
    },
    {
      key: 'lastPing',
      header: 'Last response',
      isMinor: true,
      cell: ({ lastPing }) => (
        <span className="whitespace-nowrap text-muted">{lastPing ? <Ago time={lastPing} /> : 'never'}</span>
      ),
    },
  ];
  return (
    <Panel title="All Servers" flush className="servers-panel">
      <div className="table-box">
        <DataTable caption="All Servers" columns={columns} rows={servers} rowKey={({ id }) => id} />
      </div>
    </Panel>
  );
}
