// What people do on the site, for the admin's activity list (specification, section 3). This is its one writer.
import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';

/** The specification's types of activity (section 2, Admin panel). */
export type ActivityType = 'USER_REGISTRATION' | 'UPLOAD' | 'DOWNLOAD' | 'LOGIN' | 'PREMIUM_PURCHASE' | 'APPLICATION';

export type ActivityEntry = {
  type: ActivityType;
  /** Null for a visitor. */
  userId: string | null;
  resourceId?: string | null;
  /** One short sentence for the list, without secrets. */
  details: string;
  at: Date;
  /** Made by the demo content, and removed with it. */
  demo?: boolean;
};

/** Writes one entry, inside the transaction of what happened where there is one. */
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
