import { type Kysely, sql } from 'kysely';

/**
 * Finds threads by the words of their titles. The index is on a narrow table of its own: every post changes its thread's row, and
 * would write each word of the title into the index again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table forum_titles (
      thread_id uuid primary key references forum_threads on delete cascade,
      words tsvector not null,
      created_at timestamptz not null
    );

    -- Removed threads have no row.
    create function forum_titles_fill() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then delete from forum_titles where thread_id = old.id; end if;
      if new.deleted_at is null then
        insert into forum_titles (thread_id, words, created_at)
        values (new.id, array_to_tsvector(search_words_of(left(new.title, 500))), new.created_at);
      end if;
      return null;
    end $$;
    create trigger forum_titles_fill after insert or update of title, deleted_at on forum_threads
      for each row execute function forum_titles_fill();

    insert into forum_titles (thread_id, words, created_at)
    select id, array_to_tsvector(search_words_of(left(title, 500))), created_at from forum_threads
    where deleted_at is null order by created_at, id;
    -- No pending list: every search would read it until the next vacuum.
    create index forum_titles_words on forum_titles using gin (words) with (fastupdate = off);
    create index forum_titles_newest on forum_titles (created_at desc, thread_id desc);
  `.execute(db);
}
