import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';

/** Somebody's id at the chat service; undefined for who has not linked it. */
export const findChatId = async (db: Kysely<DB>, userId: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('identities')
    .select('subject')
    .where('user_id', '=', userId)
    .where('provider', '=', 'discord')
    .executeTakeFirst();
  return row?.subject;
};
