import { type Kysely, sql } from 'kysely';

/** 3D models have previews too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table file_previews drop constraint file_previews_kind_check;
    alter table file_previews add check (kind in ('none', 'clip', 'sound', 'picture', 'look', 'font', 'lottie', 'model'));
  `.execute(db);
}
