import { useState } from 'react';
import { Link } from 'react-router';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { GEAR } from '#client/ui/more-icons.ts';
import { NOTIFICATION_SETTINGS_PATH, type NotificationFilter } from './addresses.ts';
import { markListRead } from './lists.ts';
import type { NotificationListState } from './use-list.ts';

/** Buttons next to the title of a list. */
export function ListTools({
  filter,
  state: { list, unread },
  onLeave,
}: {
  filter: NotificationFilter;
  state: NotificationListState;
  onLeave?: () => void;
}) {
  const context = useAppContext();
  const [isBusy, setBusy] = useState(false);
  const markAll = async (): Promise<void> => {
    setBusy(true);
    await markListRead(context, filter);
    setBusy(false);
  };
  return (
    <div className="flex flex-none items-center gap-1">
      <Button
        variant="quiet"
        size="sm"
        idle={isBusy || unread === 0 || !list || list.notifications.length === 0}
        onClick={() => void markAll()}
      >
        Mark all read
      </Button>
      <Link
        to={NOTIFICATION_SETTINGS_PATH}
        className={buttonClass({ variant: 'quiet', size: 'sm', className: 'btn-square' })}
        aria-label="Notification settings"
        title="Notification settings"
        onClick={onLeave}
      >
        <Icon name={GEAR} />
      </Link>
    </div>
  );
}
