import { type Kysely, sql } from 'kysely';

/**
 * Finds posts by their words. The index is on a narrow table of its own: likes and renderings change a post's row, and would write
 * each of its words into the index again. The first post of a thread has the words of the title too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table forum_post_words (
      thread_id uuid not null,
      number int not null,
      author_id uuid not null,
      subcategory_id uuid not null,
      words tsvector not null,
      created_at timestamptz not null,
      primary key (thread_id, number),
      foreign key (thread_id, number) references forum_posts (thread_id, number) on delete cascade
    );

    -- Removed posts and the posts of removed threads have no row.
    create function forum_post_words_of(p_thread uuid, p_from int, p_to int) returns setof forum_post_words
      language sql stable as $$
      select p.thread_id, p.number, p.author_id, t.subcategory_id,
        array_to_tsvector(search_words_of(case when p.number = 1 then left(t.title, 500) || ' ' || p.content else p.content end)),
        p.created_at
      from forum_threads t join forum_posts p on p.thread_id = t.id
      where t.id = p_thread and t.deleted_at is null and p.deleted_at is null and p.number between p_from and p_to
    $$;

    -- Posts whose words are not split yet. Splitting takes longer than everything else that a post writes, so a search or a job does
    -- it later. Rows of posts that are gone by then have no effect.
    create table forum_unsplit_posts (
      id bigint generated always as identity primary key,
      thread_id uuid not null,
      number int not null
    );

    create function forum_post_words_await() returns trigger language plpgsql as $$
    begin
      insert into forum_unsplit_posts (thread_id, number) values (new.thread_id, new.number);
      return null;
    end $$;
    create trigger forum_post_words_await after insert on forum_posts for each row execute function forum_post_words_await();

    -- Splits the words of up to this many posts, newest first, and returns how many there were. Posts that others are splitting are left out.
    create function forum_split_words(p_most int) returns int language plpgsql as $$
    declare taken int;
    begin
      with taken as (
        delete from forum_unsplit_posts where id in (
          select id from forum_unsplit_posts order by id desc limit p_most for update skip locked) returning thread_id, number
      ), kept as (
        insert into forum_post_words select words.* from taken
          cross join lateral forum_post_words_of(taken.thread_id, taken.number, taken.number) words
        on conflict do nothing
      )
      select count(*) into taken from taken;
      return taken;
    end $$;

    create function forum_post_words_follow() returns trigger language plpgsql as $$
    begin
      delete from forum_post_words where thread_id = old.thread_id and number = old.number;
      insert into forum_post_words select * from forum_post_words_of(new.thread_id, new.number, new.number);
      return null;
    end $$;
    create trigger forum_post_words_follow after update of content, author_id, deleted_at on forum_posts
      for each row execute function forum_post_words_follow();

    create function forum_thread_words_follow() returns trigger language plpgsql as $$
    begin
      delete from forum_post_words where thread_id = old.id;
      insert into forum_post_words select * from forum_post_words_of(new.id, 1, new.last_number);
      return null;
    end $$;
    create trigger forum_thread_words_follow after update of title, deleted_at on forum_threads for each row
      when (old.title <> new.title or old.deleted_at is distinct from new.deleted_at)
      execute function forum_thread_words_follow();

    -- Posts with a word that begins with each word of the text; short words must be whole, and a plural also finds the singular.
    -- Immutable, so that the planner knows the words and how common they are.
    create function forum_words_query(given text) returns tsquery language sql immutable parallel safe as $$
      select string_agg(case
          when length(word) < 3 then format('%L', word)
          when length(word) > 3 and word like '%s' then format('%L', left(word, -1)) || ':*'
          else format('%L', word) || ':*' end, ' & ')::tsquery
      from (select distinct word from unnest(search_words_of(given)) word limit 12) words
    $$;

    insert into forum_post_words
    select words.* from forum_threads t cross join lateral forum_post_words_of(t.id, 1, t.last_number) words;
    create index forum_post_words_words on forum_post_words using gin (words) with (gin_pending_list_limit = 64);
    create index forum_post_words_newest on forum_post_words (created_at, thread_id, number);
    create index forum_post_words_place on forum_post_words (subcategory_id, created_at);
    create index forum_post_words_author on forum_post_words (author_id, created_at);
  `.execute(db);
}
