import type { Servers } from '#client/features/toolbox/servers.ts';
import { STATUS_WORDS } from '#client/features/toolbox/toolbox-labels.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Select } from '#client/ui/forms/select.tsx';
import { StatusMark } from './status-mark.tsx';

/** Sidebar with all servers; a dropdown on narrow screens. */
export function ServerList({
  servers,
  shownId,
  onChoose,
}: {
  servers: Servers;
  shownId: string;
  onChoose: (id: string) => void;
}) {
  return (
    <>
      <nav aria-label="Servers" className="panel servers-menu p-2 max-lg:hidden">
        <ul className="grid gap-1">
          {servers.map(({ id, name, status, isDefault, isChecking }) => (
            <li key={id}>
              <button
                type="button"
                className="admin-link server-link"
                aria-current={id === shownId ? 'true' : undefined}
                onClick={() => onChoose(id)}
              >
                <span className="min-w-0 flex-1">
                  <span className="block wrap-anywhere text-fg">{name}</span>
                  <span className="mt-0.5 flex items-center justify-between gap-2">
                    <StatusMark status={status} isChecking={isChecking} className="text-sm font-normal text-muted" />
                    {isDefault && <Badge tone="daylight">Default</Badge>}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <Select
        label="Server"
        className="lg:hidden"
        value={shownId}
        options={servers.map(({ id, name, status }) => ({
          value: id,
          label: `${name} (${STATUS_WORDS[status].word})`,
        }))}
        onValueChange={onChoose}
      />
    </>
  );
}
