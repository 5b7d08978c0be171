import { adminTime } from '#client/kit/admin/admin-labels.ts';
import { IconButton } from '#client/ui/forms/icon-button.tsx';
import { useAdminPanel } from './panel-state.ts';

/** 'Last updated HH:mm' in UTC, like all times in the admin panel. */
export function LastUpdated() {
  const { updatedAt } = useAdminPanel();
  if (updatedAt === null) return null;
  const time = new Date(updatedAt).toISOString();
  return (
    <p className="text-sm text-muted">
      Last updated <time dateTime={time}>{adminTime(time).slice(-5)}</time>
      <span className="sr-only"> UTC</span>
    </p>
  );
}

/** Reloads the data of the whole panel, whichever section is open. */
export function RefreshButton() {
  const { refresh, isBusy } = useAdminPanel();
  return <IconButton icon="refresh" label="Refresh data" aria-busy={isBusy || undefined} onClick={refresh} />;
}
