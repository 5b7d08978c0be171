import { useRef, useState } from 'react';
import { AccountSettingsSection } from '#client/features/accounts/settings/components/settings-section.tsx';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import { read, reload, update, useLoaded } from '#client/kit/data/query.ts';
import { useAct } from '#client/kit/data/use-act.ts';
import { Message } from '#client/ui/overlay/message.tsx';
import { SectionFailure } from '#client/ui/section-failure.tsx';
import type { NotificationKind, NotificationSettings } from '#contract/notifications/api.ts';
import { NOTIFICATION_MAIL_MINUTES } from '#contract/notifications/limits.ts';
import { changeNotificationSetting, getNotificationSettings } from '../api.ts';
import { type Channel, SettingsTable } from './settings-table.tsx';

/** Loaded with the page. If it fails, only this section is affected. */
export const notificationSettingsRead = read(getNotificationSettings, {});

/**
 * Saves switches as they are pressed. A press during the call for the same switch is sent after it, so the last press wins. If a call
 * fails, the switch returns to what the server knows.
 */
const useSaving = () => {
  const context = useAppContext();
  const [failure, setFailure] = useState<string | null>(null);
  const wanted = useRef(new Map<string, boolean>());
  const show = (kind: NotificationKind, channel: Channel, isOn: boolean): void =>
    update(context, notificationSettingsRead, (known) => ({
      ...known,
      settings: known.settings.map((row) => (row.kind === kind ? { ...row, [channel]: isOn } : row)),
    }));
  const save = async (kind: NotificationKind, channel: Channel, isOn: boolean): Promise<void> => {
    const key = `${kind} ${channel}`;
    const isSending = wanted.current.has(key);
    wanted.current.set(key, isOn);
    show(kind, channel, isOn);
    if (isSending) return;
    setFailure(null);
    let saved = !isOn;
    try {
      for (;;) {
        const sent = wanted.current.get(key) ?? isOn;
        await changeNotificationSetting(context.transport, { params: { kind }, body: { [channel]: sent } });
        saved = sent;
        if (wanted.current.get(key) === sent) break;
      }
    } catch (error) {
      show(kind, channel, saved);
      setFailure(error instanceof CallError ? error.message : changeNotificationSetting.fallback);
    } finally {
      wanted.current.delete(key);
    }
  };
  return { failure, save };
};

const Settings = ({ settings }: { settings: NotificationSettings }) => {
  const { failure, save } = useSaving();
  return (
    <>
      {!settings.emailVerified && (
        <Message tone="info" className="mb-5">
          Confirm your email address to receive emails.{' '}
          <a href="#account" className="link">
            Go to Account
          </a>
        </Message>
      )}
      <SettingsTable settings={settings} onChange={(...change) => void save(...change)} />
      {failure && (
        <Message tone="error" className="mt-5">
          {failure}
        </Message>
      )}
    </>
  );
};

/** How the logged-in user is notified of each kind (next.md SH-9²). */
export function NotificationsSection() {
  const context = useAppContext();
  const settings = useLoaded(notificationSettingsRead);
  const act = useAct();
  const retry = (): void => void act.run(() => reload(context, notificationSettingsRead));
  return (
    <AccountSettingsSection
      id="notifications"
      about={`Choose what you hear about, and where. Emails about decisions come right away, others after ${NOTIFICATION_MAIL_MINUTES} minutes unless you've read the notification by then. The digest is one email a day with what is still unread and has no email of its own.`}
    >
      {settings ? (
        <Settings settings={settings} />
      ) : (
        <SectionFailure sentence="Your notification settings could not be loaded." onRetry={retry} />
      )}
    </AccountSettingsSection>
  );
}
