import { type Kysely, sql } from 'kysely';

/**
 * The forum. A post keeps its number in its thread for good, so a page of a thread is a range of numbers however long the thread
 * is. Threads are listed by last activity. Counters are columns of the rows they count for.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCategories(db);
  await createThreads(db);
  await createPosts(db);
  await createPostParts(db);
  await createReaders(db);
  await createAddPost(db);
}

async function createCategories(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table forum_categories (
      id uuid primary key default gen_random_uuid(),
      name text not null,
      slug text not null unique,
      icon text not null,
      position int not null,
      archived_at timestamptz,
      created_at timestamptz not null
    );

    create table forum_subcategories (
      id uuid primary key default gen_random_uuid(),
      category_id uuid not null references forum_categories,
      name text not null,
      slug text not null,
      icon text not null,
      description text not null default '',
      position int not null,
      thread_count int not null default 0,
      -- Posts that are not deleted, the first ones of threads included.
      post_count int not null default 0,
      archived_at timestamptz,
      created_at timestamptz not null,
      unique (category_id, slug)
    );
  `.execute(db);
}

async function createThreads(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table forum_threads (
      id uuid primary key default gen_random_uuid(),
      subcategory_id uuid not null references forum_subcategories,
      author_id uuid not null references users,
      title text not null,
      -- The beginning of the first post, for lists.
      excerpt text not null,
      tags text[] not null default '{}',
      is_pinned boolean not null default false,
      is_locked boolean not null default false,
      -- Posts that are not deleted, the first one included.
      post_count int not null default 0,
      view_count int not null default 0,
      -- Number of the newest post, deleted or not.
      last_number int not null default 0,
      -- The newest post that is not deleted.
      last_post_id uuid,
      last_post_number int not null default 0,
      last_post_author_id uuid references users,
      -- Hash of author and text of the newest post: the same again shortly after is a request sent twice.
      last_post_digest bytea,
      -- In milliseconds, as positions in the list have them.
      last_post_at timestamptz not null,
      -- Edits, removals, pins and locks: a reader that missed one sees it by this number.
      change_count int not null default 0,
      created_at timestamptz not null,
      deleted_at timestamptz,
      deleted_by uuid references users on delete set null,
      delete_reason text
    );
    create index forum_threads_active on forum_threads (subcategory_id, last_post_at desc, id desc)
      where deleted_at is null and not is_pinned;
    create index forum_threads_pinned on forum_threads (subcategory_id, last_post_at desc, id desc)
      where deleted_at is null and is_pinned;
    create index forum_threads_author on forum_threads (author_id);
  `.execute(db);
}

async function createPosts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table forum_posts (
      id uuid primary key default gen_random_uuid(),
      thread_id uuid not null references forum_threads,
      number int not null check (number > 0),
      author_id uuid not null references users,
      content text not null,
      -- The rendered content and the version of the renderer. What an older one rendered is rendered again when it is read; a job
      -- stores the result.
      html text not null,
      renderer int not null,
      -- Mentioned usernames that existed when the post was written.
      mentions text[] not null default '{}',
      like_count int not null default 0,
      version int not null default 1,
      edit_reason text,
      edited_at timestamptz,
      created_at timestamptz not null,
      deleted_at timestamptz,
      deleted_by uuid references users on delete set null,
      delete_reason text,
      unique (thread_id, number)
    );
    create index forum_posts_author on forum_posts (author_id, created_at desc);
    create index forum_posts_renderer on forum_posts (renderer);
    -- Finds the posts to render again when a username is given up and its mentions stop being links.
    create index forum_posts_mentions on forum_posts using gin (mentions) where mentions <> '{}';

    create table forum_post_versions (
      post_id uuid not null references forum_posts,
      version int not null,
      content text not null,
      reason text,
      created_at timestamptz not null,
      primary key (post_id, version)
    );
  `.execute(db);
}

async function createPostParts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table forum_reactions (
      id uuid primary key default gen_random_uuid(),
      post_id uuid not null references forum_posts,
      user_id uuid not null references users,
      type text not null check (type in ('like')),
      created_at timestamptz not null,
      unique (post_id, user_id, type)
    );
    create index forum_reactions_person on forum_reactions (user_id);

    -- Links to resources, shown as cards.
    create table forum_post_resources (
      post_id uuid not null references forum_posts,
      position int not null,
      resource_id uuid not null references resources on delete cascade,
      primary key (post_id, position)
    );
    create index forum_post_resources_resource on forum_post_resources (resource_id);

    create table forum_pictures (
      file text primary key,
      user_id uuid not null references users,
      created_at timestamptz not null,
      -- The post it was uploaded for; null while no post shows it.
      post_id uuid references forum_posts
    );
    create index forum_pictures_unused on forum_pictures (created_at) where post_id is null;
    create index forum_pictures_post on forum_pictures (post_id) where post_id is not null;
  `.execute(db);
}

async function createReaders(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Who has written in a thread, in order of their first post.
    create table forum_participants (
      thread_id uuid not null references forum_threads,
      user_id uuid not null references users,
      first_number int not null,
      primary key (thread_id, user_id)
    );
    create index forum_participants_order on forum_participants (thread_id, first_number);

    -- How far each user has read.
    create table forum_visits (
      user_id uuid not null references users,
      thread_id uuid not null references forum_threads,
      last_number int not null,
      seen_at timestamptz not null,
      primary key (user_id, thread_id)
    );

    -- One view per visitor and hour counts; rows are kept for two hours.
    create table forum_views (
      thread_id uuid not null references forum_threads on delete cascade,
      visitor text not null,
      hour timestamptz not null,
      primary key (thread_id, visitor, hour)
    );
    create index forum_views_hour on forum_views (hour);
  `.execute(db);
}

/**
 * Adds a post to an open thread and updates every counter in one round trip, because other writers of the thread wait for it.
 * The thread is locked by a statement of its own: one that locks a row and then changes it can find that it read an older version,
 * and deadlock. After the thread, the subcategory and then the author are locked.
 */
async function createAddPost(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function forum_add_post(
      p_thread uuid, p_author uuid, p_content text, p_digest bytea, p_since timestamptz, p_html text, p_renderer int,
      p_mentions text[], p_resources uuid[], p_pictures text[], p_now timestamptz,
      -- The thread afterwards; null when there is none. If new_id is null, nothing was written.
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
