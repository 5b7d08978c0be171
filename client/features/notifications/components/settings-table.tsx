import { SwitchKnob } from '#client/ui/forms/switch-knob.tsx';
import type { NotificationKind, NotificationSettings } from '#contract/notifications/api.ts';
import { NOTIFICATION_CHANNELS } from '#contract/notifications/limits.ts';
import './notification-settings.css';

export type Channel = (typeof NOTIFICATION_CHANNELS)[number];

const names: Record<Channel, string> = { bell: 'Bell', email: 'Email', digest: 'Digest' };

/** One switch for each kind and channel, in groups. */
export function SettingsTable({
  settings: { settings, groups },
  onChange,
}: {
  settings: NotificationSettings;
  onChange: (kind: NotificationKind, channel: Channel, isOn: boolean) => void;
}) {
  return (
    <table className="notify-settings">
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">Kind</span>
          </th>
          {NOTIFICATION_CHANNELS.map((channel) => (
            <th key={channel} scope="col">
              {names[channel]}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(({ group, label }) => (
        <tbody key={group}>
          <tr>
            <th scope="rowgroup" colSpan={NOTIFICATION_CHANNELS.length + 1} className="notify-group">
              {label}
            </th>
          </tr>
          {settings
            .filter((row) => row.group === group)
            .map((row) => (
              <tr key={row.kind}>
                <th scope="row">{row.label}</th>
                {NOTIFICATION_CHANNELS.map((channel) => (
                  <td key={channel}>
                    <button
                      type="button"
                      role="switch"
                      className="switch"
                      aria-checked={row[channel]}
                      aria-label={`${row.label}: ${names[channel]}`}
                      onClick={() => onChange(row.kind, channel, !row[channel])}
                    >
                      <SwitchKnob />
                    </button>
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      ))}
    </table>
  );
}
