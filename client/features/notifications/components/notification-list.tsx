import { type ReactNode, useRef } from 'react';
import { Button } from '#client/ui/forms/button.tsx';
import { SectionFailure } from '#client/ui/section-failure.tsx';
import { splitByDay } from './list-changes.ts';
import { NotificationRow } from './notification-row.tsx';
import type { NotificationListState } from './use-list.ts';
import { useNow } from './use-now.ts';
import './notifications.css';

const SKELETONS = ['a', 'b', 'c', 'd', 'e'];

const Skeleton = () => (
  <div role="status">
    <span className="sr-only">Loading</span>
    {SKELETONS.map((key) => (
      <div key={key} className="notify-row" aria-hidden="true">
        <span className="notify-tile skeleton" />
        <div>
          <div className="skeleton mt-1 h-4 w-3/5" />
          <div className="skeleton mt-2.5 h-3 w-4/5" />
        </div>
      </div>
    ))}
  </div>
);

/** Rows of a list, or its loading, empty or error state. */
export function NotificationList({
  state: { list, failure, isBusy, retry, more },
  empty,
  hasMore,
  onOpen,
}: {
  state: NotificationListState;
  empty: ReactNode;
  /** Whether older pages can be loaded here. */
  hasMore?: boolean;
  onOpen?: () => void;
}) {
  const now = useNow();
  const box = useRef<HTMLDivElement>(null);
  const rows = list?.notifications ?? [];
  const showMore = async (): Promise<void> => {
    const before = rows.length;
    if (!(await more())) return;
    // On the last page, the button disappears. Move the focus to the first row that was added.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body)
        box.current?.querySelectorAll<HTMLElement>('.row-link')[before]?.focus();
    });
  };
  const [recent, earlier] = now === undefined ? [rows, []] : splitByDay(rows, now);
  const listOf = (part: typeof rows, label?: string) =>
    part.length > 0 && (
      <ul aria-label={label}>
        {part.map((notification) => (
          <NotificationRow key={notification.id} notification={notification} now={now} onOpen={onOpen} />
        ))}
      </ul>
    );
  return (
    <div ref={box}>
      {failure && (
        <div className="p-4">
          <SectionFailure sentence={failure} onRetry={retry} />
        </div>
      )}
      {!list && !failure && <Skeleton />}
      {list && rows.length === 0 && empty}
      {listOf(recent)}
      {earlier.length > 0 && recent.length > 0 && (
        <p className="notify-earlier" aria-hidden="true">
          Earlier
        </p>
      )}
      {listOf(earlier, recent.length > 0 ? 'Earlier' : undefined)}
      {hasMore && list?.older && (
        <div className="notify-more">
          <Button busy={isBusy} onClick={() => void showMore()}>
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}
