// User activity for the activity list in the admin panel (specification, section 3). No other code writes to that table.
import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';

/** Activity types from the specification (section 2, Admin panel). */
export type ActivityType = 'USER_REGISTRATION' | 'UPLOAD' | 'DOWNLOAD' | 'LOGIN' | 'PREMIUM_PURCHASE' | 'APPLICATION';

export type ActivityEntry = {
  type: ActivityType;
  /** Null for a visitor. */
  userId: string | null;
  resourceId?: string | null;
  /** A short sentence for the list; it must not contain secrets. */
  details: string;
  at: Date;
  /** Whether the entry belongs to the demo content and is removed with it. */
  demo?: boolean;
};

/** Writes one entry, in the event's own transaction if there is one. */
export async function writeActivity(trx: Kysely<DB>, entry: ActivityEntry): Promise<void> {
  await trx
    .insertInto('activity')
    .values({
      type: entry.type,
      user_id: entry.userId,
      resource_id: entry.resourceId ?? null,
      details: entry.details,
      demo: entry.demo ?? false,
      created_at: entry.at,
    })
    .execute();
}
