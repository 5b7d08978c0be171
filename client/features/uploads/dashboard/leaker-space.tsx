import { useLoaded } from '#client/kit/data/query.ts';
import { formatBytes } from '#client/kit/text/format-bytes.ts';
import { SectionFailure } from '#client/ui/section-failure.tsx';
import { spaceRead } from './leaker-query.ts';

const share = (part: number, whole: number): number => (whole > 0 ? Math.min(100, (part / whole) * 100) : 100);

/** Storage used by the leaker's files and reserved for uploads in progress. */
export function LeakerSpace({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  const space = useLoaded(spaceRead);
  if (!space) {
    return busy ? (
      <div className="skeleton h-11" aria-hidden="true" />
    ) : (
      <SectionFailure sentence="Your storage could not be loaded." onRetry={onRetry} />
    );
  }
  const { used, reserved, quota } = space;
  const usedShare = share(used, quota);
  const reservedShare = Math.min(100 - usedShare, share(reserved, quota));
  const left = Math.max(0, quota - used - reserved);
  const isNearlyFull = usedShare + reservedShare >= 90;
  return (
    <section aria-label="Storage">
      <p className="flex flex-wrap items-baseline justify-between gap-x-5 gap-y-1 text-sm text-muted">
        <span>
          <b className="font-semibold text-fg">{formatBytes(used)}</b> of {formatBytes(quota)} used
          {reserved > 0 && `, ${formatBytes(reserved)} reserved for uploads in progress`}
        </span>
        <span className={isNearlyFull ? 'text-tungsten' : undefined}>{formatBytes(left)} left</span>
      </p>
      <div className="meter mt-2" aria-hidden="true">
        <i className={isNearlyFull ? 'c-tungsten' : 'c-scope'} style={{ width: `${usedShare}%` }} />
        <i className="c-daylight" style={{ width: `${reservedShare}%` }} />
      </div>
      {!space.hasMediaTools && (
        <p className="mt-2 text-sm text-muted">
          This server can't create video and audio previews right now. Everything else works, and you can choose your
          own thumbnail.
        </p>
      )}
    </section>
  );
}
