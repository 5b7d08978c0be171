// Kinds of notifications. Each domain declares its own; server/site-notifications.ts lists them all.
import type { RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { NotificationGroup, NotificationKind } from '#contract/notifications/api.ts';
import type { NOTIFICATION_CHANNELS, NOTIFICATION_ICONS } from '#contract/notifications/limits.ts';

/** What a notification shows: plain text, and a path on this site. */
export type NotificationWords = { title: string; line: string; href: string };

export type NotificationChannels = Record<(typeof NOTIFICATION_CHANNELS)[number], boolean>;

export type KindOfNotification<Data> = {
  kind: NotificationKind;
  group: NotificationGroup;
  icon: (typeof NOTIFICATION_ICONS)[number];
  /** Plural, for the settings and emails: "New followers". */
  label: string;
  /** Channels of people who have not changed their settings. */
  channels: NotificationChannels;
  /** Who sends the email: `own` if the domain writes one itself, together with the event. */
  mails: 'own' | 'later';
  /** IDs and names that the words need, so that reading the list joins no other domain's tables. No usernames, see `words`. */
  data: z.ZodType<Data>;
  /** @param actor current username of the person who caused it; empty for events without one */
  words(data: Data, actor: string): NotificationWords;
  /**
   * SQL condition: whether the recipient `n.user_id` may still see `n.subject_id`. `n` is the row of `notifications`. Read for
   * every row shown, so it should look up one row by its key.
   */
  isVisible: RawBuilder<boolean>;
};

/** Declares a kind; the type of its data is inferred from the schema. */
export function defineNotification<Data>(kind: KindOfNotification<Data>): KindOfNotification<Data> {
  return kind;
}

/** A kind whose data is checked when it is read. */
export type AnyNotification = KindOfNotification<unknown>;
