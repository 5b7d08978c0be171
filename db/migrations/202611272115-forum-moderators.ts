import { type Kysely, sql } from 'kysely';

/** Moderators of forum categories, and threads that were moved, merged or restored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table forum_moderators (
      category_id uuid not null references forum_categories,
      user_id uuid not null references users,
      created_at timestamptz not null,
      primary key (category_id, user_id)
    );
    create index forum_moderators_person on forum_moderators (user_id);

    -- The thread that has the posts now. A merged thread counts as removed and has no posts of its own.
    alter table forum_threads add column merged_into uuid references forum_threads on delete cascade;
    create index forum_threads_merged on forum_threads (merged_into) where merged_into is not null;
    -- For moderators, who can restore them.
    create index forum_threads_removed on forum_threads (subcategory_id, deleted_at desc)
      where deleted_at is not null and merged_into is null;

    create function forum_post_words_move() returns trigger language plpgsql as $$
    begin
      update forum_post_words set subcategory_id = new.subcategory_id where thread_id = new.id;
      return null;
    end $$;
    create trigger forum_post_words_move after update of subcategory_id on forum_threads for each row
      when (old.subcategory_id <> new.subcategory_id) execute function forum_post_words_move();
  `.execute(db);
}
