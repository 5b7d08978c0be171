import { type Kysely, sql } from 'kysely';

/** Who is notified of the replies in a thread. Its author is from the start, and so is everyone who replies. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table forum_subscriptions (
      thread_id uuid not null references forum_threads on delete cascade,
      user_id uuid not null references users,
      -- False after unsubscribing, so that a reply does not subscribe again.
      is_on boolean not null,
      changed_at timestamptz not null,
      primary key (thread_id, user_id)
    );
    create index forum_subscriptions_user on forum_subscriptions (user_id);

    create function forum_subscribe_author() returns trigger language plpgsql as $$
    begin
      insert into forum_subscriptions (thread_id, user_id, is_on, changed_at)
        values (new.id, new.author_id, true, new.created_at);
      return null;
    end $$;
    create trigger forum_subscribe_author after insert on forum_threads
      for each row execute function forum_subscribe_author();

    -- Authors have been notified of replies until now; other people subscribe with their next reply.
    insert into forum_subscriptions (thread_id, user_id, is_on, changed_at)
      select id, author_id, true, created_at from forum_threads where deleted_at is null;

    create or replace function forum_add_post(
      p_thread uuid, p_author uuid, p_content text, p_digest bytea, p_since timestamptz, p_html text, p_renderer int,
      p_mentions text[], p_resources uuid[], p_pictures text[], p_now timestamptz,
      -- The thread afterwards, or null if it was not found. If new_id is null, nothing was written.
      out held forum_threads, out closed boolean, out same_id uuid,
      out new_id uuid, out new_number int, out new_time timestamptz
    ) language plpgsql as $$
    begin
      select * into held from forum_threads where id = p_thread and deleted_at is null for no key update;
      if held.id is null then return; end if;
      select s.archived_at is not null or c.archived_at is not null into closed
        from forum_subcategories s join forum_categories c on c.id = s.category_id where s.id = held.subcategory_id;
      if closed or held.is_locked then return; end if;
      if held.last_post_digest = p_digest and held.last_post_at > p_since then
        same_id := held.last_post_id;
        return;
      end if;
      new_number := held.last_number + 1;
      -- Times follow numbers, although a writer that waited has an older time and the clocks of processes differ.
      new_time := greatest(held.last_post_at, p_now);
      insert into forum_posts (thread_id, number, author_id, content, html, renderer, mentions, created_at)
        values (p_thread, new_number, p_author, p_content, p_html, p_renderer, p_mentions, new_time) returning id into new_id;
      insert into forum_participants (thread_id, user_id, first_number) values (p_thread, p_author, new_number)
        on conflict do nothing;
      -- A reply subscribes its author, unless they have unsubscribed before.
      insert into forum_subscriptions (thread_id, user_id, is_on, changed_at) values (p_thread, p_author, true, p_now)
        on conflict do nothing;
      insert into forum_visits (user_id, thread_id, last_number, seen_at) values (p_author, p_thread, new_number, p_now)
        on conflict (user_id, thread_id) do update set last_number = excluded.last_number, seen_at = excluded.seen_at;
      if cardinality(p_resources) > 0 then
        -- A resource erased since the text was parsed gets no card.
        insert into forum_post_resources (post_id, position, resource_id)
          select new_id, given.position, r.id from unnest(p_resources) with ordinality as given (id, position)
          join resources r on r.id = given.id;
      end if;
      if cardinality(p_pictures) > 0 then
        update forum_pictures set post_id = new_id
          where user_id = p_author and post_id is null and file = any(p_pictures);
      end if;
      update forum_threads t set
          post_count = t.post_count + 1, last_number = new_number, last_post_id = new_id, last_post_number = new_number,
          last_post_author_id = p_author, last_post_digest = p_digest, last_post_at = new_time
        where t.id = p_thread returning t.* into held;
      update forum_subcategories s set
          post_count = s.post_count + 1, thread_count = s.thread_count + case when new_number = 1 then 1 else 0 end
        where s.id = held.subcategory_id;
      update users u set posts_count = u.posts_count + 1 where u.id = p_author;
    end $$;
  `.execute(db);
}
