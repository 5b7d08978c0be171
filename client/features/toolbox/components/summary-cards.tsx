import { type Servers, serverTotals } from '#client/features/toolbox/servers.ts';
import { orUnknown } from '#client/features/toolbox/toolbox-labels.ts';
import { formatBytes } from '#client/kit/text/format-bytes.ts';
import { wholeNumber } from '#client/ui/charts/chart-numbers.ts';

/** Summary cards with the totals of all servers (specification, section 2). */
export function SummaryCards({ servers }: { servers: Servers }) {
  const totals = serverTotals(servers);
  const cards = [
    ['Total Servers', wholeNumber(totals.servers), 'in the list'],
    ['Servers Online', wholeNumber(totals.online), `of ${wholeNumber(totals.servers)}`],
    ['Total Uploads', orUnknown(totals.uploads, wholeNumber), 'files in upload folders'],
    [
      'Storage Used',
      orUnknown(totals.storageUsed, formatBytes),
      totals.storageTotal === null ? 'not measured yet' : `of ${formatBytes(totals.storageTotal)}`,
    ],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-4 lg:gap-4">
      {cards.map(([label, value, note]) => (
        <div key={label} className="panel min-w-0 p-4 md:p-5">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="display mt-2 text-h2 whitespace-nowrap">{value}</dd>
          <dd className="mt-2 text-sm text-muted">{note}</dd>
        </div>
      ))}
    </dl>
  );
}
