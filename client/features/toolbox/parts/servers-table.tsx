import { Ago } from '#client/kit/ago.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { wholeNumber } from '#client/ui/chart-numbers.ts';
import { type Column, DataTable } from '#client/ui/data-table.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type { ToolboxServer } from '#contract/toolbox.ts';
import { percentOf } from '../servers.ts';
import { orUnknown } from '../toolbox-words.ts';
import { StatusMark } from './status-mark.tsx';
import { SmallUsage } from './usage.tsx';

/** All Servers (specification, section 2), in the order of the list. A name opens its server. */
export const ServersTable = ({
  servers,
  onOpen,
}: {
  servers: readonly ToolboxServer[];
  onOpen: (id: string) => void;
}) => {
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
    { key: 'status', header: 'Status', cell: ({ status }) => <StatusMark status={status} /> },
    { key: 'location', header: 'Location', cell: ({ location }) => location },
    { key: 'cpu', header: 'CPU', cell: ({ cpu, name }) => <SmallUsage label={`CPU of ${name}`} percent={cpu} /> },
    {
      key: 'memory',
      header: 'Memory',
      cell: ({ memory, memoryTotal, name }) => (
        <SmallUsage label={`Memory of ${name}`} percent={percentOf(memory, memoryTotal)} />
      ),
    },
    {
      key: 'disk',
      header: 'Disk',
      cell: ({ diskUsed, diskTotal, name }) => (
        <SmallUsage label={`Disk of ${name}`} percent={percentOf(diskUsed, diskTotal)} />
      ),
    },
    {
      key: 'uploads',
      header: 'Uploads',
      align: 'end',
      cell: ({ uploadCount }) => <span className="mono">{orUnknown(uploadCount, wholeNumber)}</span>,
    },
    {
      key: 'priority',
      header: 'Priority',
      align: 'end',
      cell: ({ priority }) => <span className="mono">{priority}</span>,
    },
    {
      key: 'lastPing',
      header: 'Last answer',
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
};
