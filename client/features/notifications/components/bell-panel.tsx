import { type RefObject, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { Popover } from '#client/ui/overlay/popover.tsx';
import { Pill } from '#client/ui/pill.tsx';
import { type NotificationFilter, notificationsPath } from './addresses.ts';
import { ConnectionMark } from './connection-mark.tsx';
import { emptyTexts, filterChips } from './filter-labels.ts';
import { ListTools } from './list-tools.tsx';
import { reconnect } from './live.ts';
import { NotificationList } from './notification-list.tsx';
import { useList } from './use-list.ts';

const Content = ({ onLeave }: { onLeave: () => void }) => {
  const [filter, setFilter] = useState<NotificationFilter>('all');
  const state = useList(filter);
  useEffect(reconnect, []);
  const { title, text } = emptyTexts[filter];
  return (
    <>
      <div className="notify-head">
        <h2 className="display">Notifications</h2>
        <ListTools filter={filter} state={state} onLeave={onLeave} />
      </div>
      <fieldset className="notify-chips">
        <legend className="sr-only">Filter</legend>
        {filterChips(state.unread).map((chip) => (
          <Pill key={chip.filter} pressed={chip.filter === filter} onClick={() => setFilter(chip.filter)}>
            {chip.label}
          </Pill>
        ))}
      </fieldset>
      {/* Keyed, so that a filter starts at its top and with its own state. */}
      <div key={filter} className="notify-scroll">
        <NotificationList
          state={state}
          onOpen={onLeave}
          empty={
            <div className="notify-empty">
              <p className="font-semibold">{title}</p>
              <p className="mt-1 text-sm text-muted">{text}</p>
            </div>
          }
        />
      </div>
      <div className="notify-foot">
        <Link to={notificationsPath(filter)} onClick={onLeave}>
          All notifications
        </Link>
        <ConnectionMark />
      </div>
    </>
  );
};

/** The panel below the bell. */
export function BellPanel({
  open,
  onOpenChange,
  anchor,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  anchor: RefObject<HTMLElement | null>;
}) {
  return (
    <Popover
      open={open}
      onOpenChange={onOpenChange}
      anchor={anchor}
      // The header's buttons end where the page's content ends.
      edge={() => anchor.current?.closest('div') ?? null}
      label="Notifications"
      className="notify-panel"
    >
      <Content onLeave={() => onOpenChange(false)} />
    </Popover>
  );
}
