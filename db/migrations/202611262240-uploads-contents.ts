import { type Kysely, sql } from 'kysely';

/**
 * 3D models, PDFs and archives have previews too, and numbered pictures become one clip. Pictures that may be frames count as
 * outdated, as if the resource had become Premium or free, so `npm run previews:make` looks at them again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table file_previews drop constraint file_previews_kind_check;
    alter table file_previews add check
      (kind in ('none', 'clip', 'sound', 'picture', 'look', 'font', 'lottie', 'model', 'pdf', 'archive'));
    update file_previews set is_premium = not is_premium where kind = 'picture' and file_id in (
      select file_id from (
        select id as file_id, count(*) over (partition by resource_id, regexp_replace(path, '[0-9]+(\\.[A-Za-z]{3,4})$', '\\1')) as frames
        from resource_files where path ~ '[0-9]{3,9}\\.[A-Za-z]{3,4}$' and media_type in ('image/png', 'image/jpeg', 'image/webp')
      ) numbered where frames >= 8);
  `.execute(db);
}
