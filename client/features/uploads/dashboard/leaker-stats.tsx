import { useLoaded } from '#client/kit/data/query.ts';
import { Icon, type IconName } from '#client/ui/icon.tsx';
import { SectionFailure } from '#client/ui/section-failure.tsx';
import { leakerStatsRead } from './leaker-query.ts';

const thousands = new Intl.NumberFormat('en-US');

/** Formats storage in MB (1,048,576 bytes) with two decimals for the statistics tile (specification, section 9). */
export function storageText(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(2)} MB`;
}

/** Percentage with up to one decimal. */
export function rateText(rate: number): string {
  return `${Number(rate.toFixed(1))}%`;
}

const Tile = ({ icon, label, value }: { icon: IconName; label: string; value: string | undefined }) => (
  <div className="panel flex flex-col justify-between gap-5 p-5">
    <dt className="flex items-center justify-between gap-3 text-muted">
      {label}
      <Icon name={icon} />
    </dt>
    <dd className="display text-h2 wrap-anywhere">
      {value ?? (
        <span className="skeleton block h-9 w-24">
          <span className="sr-only">Loading</span>
        </span>
      )}
    </dd>
  </div>
);

/** The four statistics tiles of the leaker dashboard (specification, section 2). */
export function LeakerStats({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  const stats = useLoaded(leakerStatsRead);
  if (!stats && !busy) return <SectionFailure sentence="Your stats could not be loaded." onRetry={onRetry} />;
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-4" aria-label="Your stats">
      <Tile icon="upload" label="Total Uploads" value={stats && thousands.format(stats.totalUploads)} />
      <Tile icon="download" label="Total Downloads" value={stats && thousands.format(stats.totalDownloads)} />
      <Tile icon="archive" label="Storage Used" value={stats && storageText(stats.totalStorage)} />
      <Tile icon="check" label="Approval Rate" value={stats && rateText(stats.approvalRate)} />
    </dl>
  );
}
