import { percentOf } from '#client/features/toolbox/servers.ts';
import { orUnknown, writeRate, writeUptime } from '#client/features/toolbox/toolbox-labels.ts';
import type { Toolbox } from '#client/features/toolbox/use-servers.ts';
import { type Stats, useStats } from '#client/features/toolbox/use-stats.ts';
import { formatBytes } from '#client/kit/text/format-bytes.ts';
import { classNames } from '#client/ui/class-names.ts';
import { Panel } from '#client/ui/panel.tsx';
import type { ToolboxServer } from '#contract/toolbox/api.ts';
import { ServerFact } from './fact.tsx';
import { Usage } from './usage.tsx';

const clock = new Intl.DateTimeFormat('en-US', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

const outOf = (used: number | null, total: number | null): string | null =>
  used === null || total === null ? null : `${formatBytes(used)} of ${formatBytes(total)}`;

const LiveMark = ({ isLive }: { isLive: boolean }) => (
  <span className={`inline-flex items-center gap-2 text-sm ${isLive ? 'c-tally' : 'c-muted text-muted'}`}>
    <span className="status-dot" data-status={isLive ? 'live' : undefined} aria-hidden="true" />
    {isLive ? 'Live' : 'Not live'}
  </span>
);

const noteOf = ({ status, lastPing }: ToolboxServer, { stats, isFailed }: Stats): string => {
  if (status !== 'online')
    return lastPing ? 'The server is not online. These are its last readings.' : 'No readings yet.';
  if (isFailed) return 'Live readings could not be loaded. Trying again in a few seconds.';
  if (!stats) return 'Contacting the server...';
  return stats.isLive ? '' : 'The server did not respond in time. These are its last readings.';
};

/** Server statistics: live while the server is online, otherwise the last known values. */
export function LiveStats({ server, toolbox }: { server: ToolboxServer; toolbox: Toolbox }) {
  const shown = useStats(toolbox, server);
  const isPast = server.status !== 'online';
  const stats = isPast ? null : shown.stats;
  const isLive = stats?.isLive === true && !shown.isFailed;
  const memory = stats?.memory ?? { used: server.memory, total: server.memoryTotal };
  const disk = stats?.disk ?? { used: server.diskUsed, total: server.diskTotal };
  const updatedAt = stats?.lastUpdated ?? server.lastPing;
  const figures = [
    ['Network in', orUnknown(shown.stats?.network.in ?? null, writeRate)],
    ['Network out', orUnknown(shown.stats?.network.out ?? null, writeRate)],
    ['Uptime', orUnknown(shown.stats?.uptime ?? null, writeUptime)],
  ] as const;
  const note = noteOf(server, shown);
  return (
    <Panel>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="display text-h3">Live statistics</h3>
        <LiveMark isLive={isLive} />
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-6 sm:grid-cols-3">
        <Usage label="CPU" isPast={isPast} percent={stats ? stats.cpu : server.cpu} />
        <Usage label="Memory" isPast={isPast} percent={percentOf(memory.used, memory.total)}>
          {outOf(memory.used, memory.total)}
        </Usage>
        <Usage label="Disk" isPast={isPast} percent={percentOf(disk.used, disk.total)}>
          {outOf(disk.used, disk.total)}
        </Usage>
        {figures.map(([label, value]) => (
          <ServerFact key={label} label={label}>
            <span className={classNames('text-card font-semibold', isPast && 'text-muted')}>{value}</span>
          </ServerFact>
        ))}
      </dl>
      <p className="mt-5 text-sm text-muted">
        {updatedAt && (
          <>
            Last updated <time dateTime={updatedAt}>{clock.format(new Date(updatedAt))} UTC</time>.{' '}
          </>
        )}
        {note}
      </p>
    </Panel>
  );
}
