import type { ReactNode } from 'react';
import { formatBytes } from '#client/kit/text/format-bytes.ts';
import { wholeNumber } from '#client/ui/charts/chart-numbers.ts';
import { UsageBar } from '#client/ui/charts/usage-bar.tsx';
import type { SiteServerStats } from '#contract/admin/dashboard.ts';

const DAY_SECONDS = 86_400;
/** Longer names of CPU models are truncated to this many characters (specification, section 2). */
const MODEL_CHARACTERS = 20;

const percentOf = (used: number, total: number): number => (total > 0 ? (used / total) * 100 : 0);

const Card = ({ label, value, children }: { label: string; value: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="mt-1 text-card font-semibold wrap-anywhere">{value}</dd>
    <dd className="mt-1.5 text-sm text-muted">{children}</dd>
  </div>
);

/** Status of the server (specification, section 2, 'Admin panel'). */
export function ServerCards({ server: { systemInfo, diskStats, dirStats } }: { server: SiteServerStats }) {
  const days = Math.floor(systemInfo.uptime / DAY_SECONDS);
  const used = systemInfo.totalMemory - systemInfo.freeMemory;
  const disk = percentOf(diskStats.used, diskStats.total);
  const [processor] = systemInfo.cpus;
  return (
    <section aria-label="Server status" className="panel p-5">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-6 sm:grid-cols-3 lg:grid-cols-5">
        <Card label="Host" value={systemInfo.hostname}>
          {systemInfo.type} ({systemInfo.platform}), up {days} {days === 1 ? 'day' : 'days'}
        </Card>
        <Card label="CPU" value={processor?.model.slice(0, MODEL_CHARACTERS) ?? 'unknown'}>
          load {(systemInfo.loadAvg[0] ?? 0).toFixed(2)}
        </Card>
        <Card label="Memory" value={`${formatBytes(used)} of ${formatBytes(systemInfo.totalMemory)}`}>
          <UsageBar label="Memory in use" percent={percentOf(used, systemInfo.totalMemory)} />
        </Card>
        <Card label="Disk" value={`${disk.toFixed(1)}%`}>
          <UsageBar label="Disk in use" percent={disk} />
        </Card>
        <Card label="Files" value={wholeNumber(dirStats.fileCount)}>
          {dirStats.isEstimate ? 'in storage (estimate)' : 'in storage'}
        </Card>
      </dl>
    </section>
  );
}
