import { type Kysely, sql } from 'kysely';

// Resources, their files, and what people do with them. `facet_counts` holds the numbers that pages show beside a
// filter (category, editor, tag), kept exact by a trigger, because counting rows on every request does not scale.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db);
  await sql`
    create table resources (
      id uuid primary key default gen_random_uuid(),
      slug text unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
      author_id uuid not null references users on delete cascade,
      title text not null,
      description text not null default '',
      category text not null,
      editor text not null,
      editor_min_version text,
      type text not null,
      tags text[] not null default '{}',
      licence text,
      rights_declared_at timestamptz,
      status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'REJECTED')),
      status_reason text,
      is_premium boolean not null generated always as (position('premium' in lower(category)) > 0) stored,
      thumbnail_key text,
      thumbnail_hash text,
      strip_key text,
      media_label text not null default '',
      facts jsonb not null default '{}',
      views integer not null default 0,
      likes integer not null default 0,
      saves integer not null default 0,
      downloads integer not null default 0,
      file_count integer not null default 0,
      file_size bigint not null default 0,
      search_text text not null default '',
      demo boolean not null default false,
      hidden_at timestamptz,
      deleted_at timestamptz,
      approved_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index resources_newest on resources (created_at desc, id desc)
    where status = 'APPROVED' and hidden_at is null and deleted_at is null`.execute(db);
  await sql`create index resources_category on resources (lower(category), created_at desc, id desc)
    where status = 'APPROVED' and hidden_at is null and deleted_at is null`.execute(db);
  await sql`create index resources_author on resources (author_id, created_at desc, id desc)`.execute(db);
  await sql`create index resources_tags on resources using gin (tags)`.execute(db);
  await sql`create index resources_search on resources using gin (search_text gin_trgm_ops)`.execute(db);
  await sql`
    create function resources_fill_search() returns trigger language plpgsql as $$
    begin
      new.search_text := lower(concat_ws(' ', new.title, new.editor, new.description, array_to_string(new.tags, ' '),
        (select username from users where id = new.author_id)));
      return new;
    end $$`.execute(db);
  await sql`
    create trigger resources_search before insert or update of title, editor, description, tags, author_id on resources
    for each row execute function resources_fill_search()`.execute(db);
  await sql`
    create table resource_files (
      id uuid primary key default gen_random_uuid(),
      resource_id uuid not null references resources on delete cascade,
      path text not null,
      size bigint not null check (size >= 0),
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      crc32 bigint not null,
      storage_key text not null,
      created_at timestamptz not null default now(),
      unique (resource_id, path)
    )`.execute(db);
  await sql`
    create table likes (
      user_id uuid not null references users on delete cascade,
      resource_id uuid not null references resources on delete cascade,
      created_at timestamptz not null default now(),
      primary key (user_id, resource_id)
    )`.execute(db);
  await sql`create index likes_resource on likes (resource_id)`.execute(db);
  await sql`
    create table saves (
      user_id uuid not null references users on delete cascade,
      resource_id uuid not null references resources on delete cascade,
      created_at timestamptz not null default now(),
      primary key (user_id, resource_id)
    )`.execute(db);
  await sql`create index saves_resource on saves (resource_id)`.execute(db);
  await sql`
    create table resource_views (
      resource_id uuid not null references resources on delete cascade,
      visitor text not null,
      hour timestamptz not null,
      primary key (resource_id, visitor, hour)
    )`.execute(db);
  await sql`create index resource_views_hour on resource_views (hour)`.execute(db);
  await sql`
    create table facet_counts (
      kind text not null,
      value text not null,
      count integer not null,
      primary key (kind, value)
    )`.execute(db);
  await sql`
    create function resource_facets(r resources) returns table (kind text, value text) language sql immutable as $$
      select 'all', '' union all
      select 'category', lower(r.category) union all
      select 'editor', r.editor union all
      select 'type', r.type union all
      select 'premium', r.is_premium::text union all
      select 'licence', coalesce(r.licence, '') union all
      select distinct 'tag', lower(t) from unnest(r.tags) t
    $$`.execute(db);
  // Rows are touched in a fixed order, so that two approvals at once cannot wait for each other.
  await sql`
    create function resources_count_facets() returns trigger language plpgsql as $$
    declare
      was boolean := tg_op <> 'INSERT' and old.status = 'APPROVED' and old.hidden_at is null and old.deleted_at is null;
      is_now boolean := tg_op <> 'DELETE' and new.status = 'APPROVED' and new.hidden_at is null and new.deleted_at is null;
    begin
      insert into facet_counts as f (kind, value, count)
      select d.kind, d.value, sum(d.step) from (
        select kind, value, -1 as step from resource_facets(old) where was
        union all
        select kind, value, 1 from resource_facets(new) where is_now
      ) d group by 1, 2 having sum(d.step) <> 0 order by 1, 2
      on conflict (kind, value) do update set count = f.count + excluded.count;
      if was and (not is_now or old.author_id <> new.author_id) then
        update users set uploads_count = uploads_count - 1 where id = old.author_id;
      end if;
      if is_now and (not was or old.author_id <> new.author_id) then
        update users set uploads_count = uploads_count + 1 where id = new.author_id;
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger resources_facets after insert or delete
      or update of status, hidden_at, deleted_at, category, editor, type, licence, tags, author_id on resources
    for each row execute function resources_count_facets()`.execute(db);
}
