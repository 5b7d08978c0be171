import type { LiveStatus } from '#client/features/forum/live/watch.ts';
import { classNames } from '#client/ui/class-names.ts';

const WORDS: Record<LiveStatus, string> = {
  connecting: 'Connecting…',
  live: 'Live, updates as people post',
  lost: 'Not live.',
};

/** Shows whether the page updates live. Renders nothing without scripts. */
export function LiveMark({ status, onReload }: { status: LiveStatus | null; onReload: () => void }) {
  return (
    <p className="flex min-h-6 items-center gap-2 text-sm">
      {status && (
        <>
          <i
            className={classNames('size-2 flex-none rounded-full', status === 'live' ? 'bg-tally' : 'bg-line-strong')}
            aria-hidden="true"
          />
          <span>
            {WORDS[status]}
            {status === 'lost' && (
              <>
                {' '}
                <button type="button" className="link py-1" onClick={onReload}>
                  Reload
                </button>{' '}
                to see what's new
              </>
            )}
          </span>
        </>
      )}
    </p>
  );
}
