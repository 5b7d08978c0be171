// Notifications of people in tests, as their bell shows them.
import type { Notification, NotificationPage } from '#contract/notifications/api.ts';
import type { Person, TestApp } from './harness.ts';

/** One page of a person's notifications. */
export async function notificationPage(
  test: Pick<TestApp, 'call'>,
  person: Person,
  query: Record<string, string> = {},
): Promise<NotificationPage> {
  const url = `/api/notifications?${new URLSearchParams(query)}`;
  const reply = await test.call({ method: 'GET', url }, person);
  if (reply.statusCode !== 200) throw new Error(reply.body);
  return reply.json<NotificationPage>();
}

export async function notificationsOf(
  test: Pick<TestApp, 'call'>,
  person: Person,
  query: Record<string, string> = {},
): Promise<Notification[]> {
  return (await notificationPage(test, person, query)).notifications;
}

/** Changes how a person is notified of a kind. */
export async function setChannels(
  test: Pick<TestApp, 'call'>,
  person: Person,
  kind: string,
  channels: { bell?: boolean; email?: boolean; digest?: boolean },
): Promise<void> {
  const url = `/api/notifications/settings/${kind}`;
  const reply = await test.call({ method: 'PUT', url, payload: channels }, person);
  if (reply.statusCode !== 200) throw new Error(reply.body);
}
