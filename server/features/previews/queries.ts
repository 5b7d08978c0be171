import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';

export type PreviewState = 'NONE' | 'WAITING' | 'MAKING' | 'READY' | 'FAILED';

/** Says how far the previews of a resource are. Touches nothing that listings count. */
export const setPreviewState = (db: Kysely<DB>, id: string, state: PreviewState, note: string | null = null) =>
  db.updateTable('resources').set({ preview_state: state, preview_note: note }).where('id', '=', id).execute();

/** Whether any resource shows this thumbnail or strip, each by the key that its row has. */
export const isPictureShown = async (db: Kysely<DB>, key: string): Promise<boolean> => {
  const row = await db
    .selectFrom('resources')
    .select(sql.lit(1).as('one'))
    .where((eb) => eb.or([eb('thumbnail_key', '=', key), eb('strip_key', '=', key)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};
