import type { LiveStatus } from '../live/watch.ts';

const WORDS: Record<LiveStatus, string> = {
  connecting: 'Connecting…',
  live: 'Live, updates as people post',
  lost: 'Not live.',
};

/** Whether the page follows what people post. Without scripts it says nothing. */
export const LiveMark = ({ status, onReload }: { status: LiveStatus | null; onReload: () => void }) => (
  <p className="live" data-live={status ?? undefined}>
    {status && WORDS[status]}
    {status === 'lost' && (
      <>
        {' '}
        <button type="button" className="link py-1" onClick={onReload}>
          Reload
        </button>{' '}
        to see what is new
      </>
    )}
  </p>
);
