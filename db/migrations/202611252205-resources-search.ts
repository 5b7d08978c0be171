import { type Kysely, sql } from 'kysely';

/**
 * Search (decision 0006). Everything a resource can be found by is a term of one tsvector: its words, weighted by where they
 * occur, and its facets, which contain a '=' as no word does. Only visible resources are indexed and counted, so that a search
 * knows how common its terms are and no word of a hidden resource leaks.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createWordSplitting(db);
  await createFacets(db);
  await createTerms(db);
  await createEntries(db);
  await createCounters(db);
  await createCounterLock(db);
  await createRenaming(db);
  await createRecount(db);
}

// The one way to split text, for stored text and for queries. Accents go before case folding and separators are listed, so that
// it also works in a database with the plain C locale.
async function createWordSplitting(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function search_words_of(given text) returns text[] language sql immutable parallel safe as $$
      select coalesce(array_agg(left(word, 40) order by place), '{}') from unnest(string_to_array(regexp_replace(
        translate(replace(replace(replace(lower(
          normalize(regexp_replace(normalize(given, nfkd), '[\\u0300-\\u036f]+', '', 'g'), nfkc)
        ), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'øđłı', 'odli'),
        '[\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00a9\\u00ab-\\u00b4\\u00b6-\\u00b9\\u00bb-\\u00bf\\u00d7\\u00f7'
          || '\\u02c2-\\u02df\\u060c\\u061b\\u061c\\u061f\\u066a-\\u066d\\u06d4\\u0964\\u0965\\u2000-\\u2bff\\u2e00-\\u2e7f'
          || '\\u3000-\\u3004\\u3008-\\u3020\\u3030\\u30fb\\ue000-\\uf8ff\\ufe00-\\ufe6f\\ufeff\\uff00-\\uff20\\ufff0-\\uffff'
          || '\\U0001f000-\\U0001faff\\U000e0000-\\U000e0fff]+', ' ', 'g'), ' ')) with ordinality as split (word, place)
      where word <> ''
    $$;

    create function search_phrase(given text) returns text language sql immutable parallel safe
      return array_to_string(search_words_of(given), ' ');
  `.execute(db);
}

async function createFacets(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Facts were read from a file by a program: an unexpected value gives no facet and never an error.
    create function media_facets(facts jsonb) returns table (kind text, value text) language sql immutable parallel safe as $$
      with given as (
        select name, case when jsonb_typeof(facts -> name) = 'number' then (facts -> name)::numeric end as size
        from unnest(array['width', 'height', 'frameRate', 'seconds']) name where jsonb_typeof(facts) = 'object'
      ), sides as (
        select min(size) as small, max(size) as large from given
        where name in ('width', 'height') having count(size) = 2 and min(size) >= 1 and max(size) <= 1000000
      )
      select 'resolution', case when large >= 7680 or small >= 4320 then '8k' when large >= 3840 or small >= 2160 then '4k'
        when large >= 2048 or small >= 1440 then '2k' when large >= 1920 or small >= 1080 then '1080p'
        when large >= 1280 or small >= 720 then '720p' else 'sd' end from sides
      union all
      select 'fps', round(size)::int::text from given where name = 'frameRate' and round(size) between 1 and 1000
      union all
      select 'length', case when size < 5 then 'under-5' when size <= 15 then '5-15' when size <= 60 then '15-60'
        else 'over-60' end from given where name = 'seconds' and size > 0
      union all
      select name, 'yes' from unnest(array['alpha', 'loop']) name
      where jsonb_typeof(facts) = 'object' and facts -> name = 'true'
    $$;

    -- What facet_counts counts, in the spelling users wrote: 'all' is every resource, a day is counted from 1970 in UTC.
    -- Not immutable: PostgreSQL 18 fails to plan a whole row passed to a function that it could inline.
    create function resource_facets(r resources) returns table (kind text, value text) language sql as $$
      select 'all', '' union all
      select 'category', r.category union all
      select 'editor', r.editor union all
      select 'type', r.type union all
      select 'premium', r.is_premium::text union all
      select 'licence', coalesce(r.licence, '') union all
      select 'day', floor(extract(epoch from r.created_at) / 86400)::int::text union all
      select distinct 'tag', lower(t) from unnest(r.tags) t union all
      select kind, value from media_facets(r.facts)
    $$;
  `.execute(db);
}

async function createTerms(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function resource_facet_terms(r resources) returns text[] language sql immutable as $$
      select coalesce(array_agg(distinct left(kind || '=' || lower(value), 200)), '{}') from resource_facets(r)
      where kind not in ('all', 'premium', 'day') and value <> ''
    $$;

    -- Positions are kept for phrases: the title from 1, the editor from 501, and so on. 32 days are a span, so that the newest
    -- year is a dozen terms.
    create function resource_terms(r resources) returns tsvector language sql stable as $$
      with day as (select floor(extract(epoch from r.created_at) / 86400)::int as n), written (weight, start, words) as (values
        ('A', 0, left(r.title, 500)), ('A', 500, left(r.editor, 500)),
        ('B', 1000, (select concat_ws(' ', username, display_name) from users where id = r.author_id)),
        ('C', 1500, left(r.description, 20000)), ('D', 12000, left(array_to_string(r.tags, ' '), 5000)))
      select coalesce((select string_agg(word || ':' || least(start + place, 16383) || weight, ' ')
          from written, unnest(search_words_of(words)) with ordinality as split (word, place)), '')::tsvector
        || array_to_tsvector(r.facets || array(select unnest(array['day=' || n, 'span=' || floor(n / 32.0)]) from day))
    $$;

    create function resources_fill_terms() returns trigger language plpgsql as $$
    begin
      new.facets := resource_facet_terms(new);
      new.terms := resource_terms(new);
      return new;
    end $$;
    create trigger resources_terms before insert or update
      of title, editor, description, tags, author_id, category, type, licence, facts, created_at on resources
      for each row execute function resources_fill_terms();
  `.execute(db);
}

// The index of terms is on a narrow table of its own. A search reads a heap row per hit, and these are 250 bytes where a
// resource's are 1200: a million of them stay in memory. And no like, view or download touches the index.
async function createEntries(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table search_entries (
      id uuid primary key,
      created_at timestamptz not null,
      -- A hit is decided in the index and nothing reads the terms, so they are stored out of line.
      terms tsvector storage external not null,
      -- PostgreSQL moves a long column out only when the row exceeds 2 kB: the spaces make it so, and compress to a few bytes.
      spaces text not null default repeat(' ', 2100),
      -- Kept in the row: ranks the first 500 hits without reading their resources, spread over more than a gigabyte.
      places tsvector storage main not null default ''
    ) with (toast_tuple_target = 400);
    -- No pending list: every search would read it until the next vacuum.
    create index search_entries_terms on search_entries using gin (terms) with (fastupdate = off);

    -- The words of title and editor (A) and author (B), those that occur in the tags only (D), and the editor's whole name after
    -- a '='.
    create function search_places(terms tsvector, editor text) returns tsvector language sql immutable parallel safe
      return ts_filter(terms, '{a,b}')
        || ts_filter(ts_delete(terms, tsvector_to_array(ts_filter(terms, '{a,b,c}'))), '{d}')
        || array_to_tsvector(array['=' || left(search_phrase(editor), 200)]);

    -- Words may move without a change of the terms' names, so the whole tsvectors are compared.
    create function resources_enter() returns trigger language plpgsql as $$
    declare
      was boolean := tg_op <> 'INSERT' and old.status = 'APPROVED' and old.hidden_at is null and old.deleted_at is null;
      is_now boolean := tg_op <> 'DELETE' and new.status = 'APPROVED' and new.hidden_at is null and new.deleted_at is null;
    begin
      if was and is_now and old.terms = new.terms and old.created_at = new.created_at and old.editor = new.editor then
        return null;
      end if;
      if was then delete from search_entries where id = old.id; end if;
      if is_now then
        insert into search_entries (id, created_at, terms, places)
        values (new.id, new.created_at, strip(new.terms), search_places(new.terms, new.editor));
      end if;
      return null;
    end $$;
    create trigger resources_enter after insert or delete or update of status, hidden_at, deleted_at,
      title, editor, description, tags, author_id, category, type, licence, facts, created_at on resources
      for each row execute function resources_enter();
  `.execute(db);
}

// Numbers shown beside a filter, and how common each word is: kept exact by a trigger, because counting per request does not
// scale.
async function createCounters(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table facet_counts (
      kind text not null,
      value text not null,
      count integer not null,
      primary key (kind, value)
    );
    create index facet_counts_named on facet_counts (kind, lower(value));
    create index facet_counts_most on facet_counts (kind, count desc, value);

    create table search_words (
      word text collate "C" primary key,
      count integer not null
    );
    create index search_words_alike on search_words using gin (word gin_trgm_ops) where length(word) >= 4;
    create index search_words_first on search_words (left(word, 1), count desc);
    create index search_words_second on search_words (left(word, 2), count desc);

    create function resource_words(terms tsvector) returns setof text language sql immutable parallel safe as $$
      select term from unnest(tsvector_to_array(terms)) term where position('=' in term) = 0
    $$;

    -- One transaction at a time changes counters: two that touch the same words in a different order would deadlock.
    create function resources_count() returns trigger language plpgsql as $$
    declare
      was boolean := tg_op <> 'INSERT' and old.status = 'APPROVED' and old.hidden_at is null and old.deleted_at is null;
      is_now boolean := tg_op <> 'DELETE' and new.status = 'APPROVED' and new.hidden_at is null and new.deleted_at is null;
    begin
      if not was and not is_now then return null; end if;
      perform pg_advisory_xact_lock(712020);
      insert into facet_counts as f (kind, value, count)
      select d.kind, d.value, sum(d.step) from (
        select kind, value, -1 as step from resource_facets(old) where was
        union all
        select kind, value, 1 from resource_facets(new) where is_now
      ) d group by 1, 2 having sum(d.step) <> 0 order by 1, 2
      on conflict (kind, value) do update set count = f.count + excluded.count;
      insert into search_words as w (word, count)
      select d.word, sum(d.step) from (
        select word, -1 as step from resource_words(old.terms) word where was
        union all
        select word, 1 from resource_words(new.terms) word where is_now
      ) d group by 1 having sum(d.step) <> 0 order by 1
      on conflict (word) do update set count = w.count + excluded.count;
      if was then
        delete from search_words where word = any (tsvector_to_array(old.terms)) and count <= 0;
      end if;
      if was and (not is_now or old.author_id <> new.author_id) then
        update users set uploads_count = uploads_count - 1 where id = old.author_id;
      end if;
      if is_now and (not was or old.author_id <> new.author_id) then
        update users set uploads_count = uploads_count + 1 where id = new.author_id;
      end if;
      return null;
    end $$;
    create trigger resources_count after insert or delete or update of status, hidden_at, deleted_at,
      title, editor, description, tags, author_id, category, type, licence, facts, created_at on resources
      for each row execute function resources_count();
  `.execute(db);
}

// A writer takes the counter lock before it locks a resource or a user. Otherwise one that holds the counters and wants the row
// would deadlock with one that holds the row and wants the counters.
async function createCounterLock(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function users_await_counters() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(712020);
      return null;
    end $$;
    create trigger resources_await_counters before insert or delete or update of status, hidden_at, deleted_at,
      title, editor, description, tags, author_id, category, type, licence, facts, created_at on resources
      for each statement execute function users_await_counters();
    create trigger users_await_counters before update of username, display_name on users
      for each statement execute function users_await_counters();
  `.execute(db);
}

async function createRenaming(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The author's names are words of the resource.
    create function users_rename_terms() returns trigger language plpgsql as $$
    begin
      update resources set author_id = author_id where author_id = new.id;
      return null;
    end $$;
    create trigger users_rename_terms after update of username, display_name on users for each row
      when (old.username <> new.username or old.display_name is distinct from new.display_name)
      execute function users_rename_terms();
  `.execute(db);
}

async function createRecount(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Rebuilds counters and index after rows were written in bulk with the triggers off.
    create function resources_recount() returns void language plpgsql as $$
    begin
      delete from facet_counts;
      insert into facet_counts (kind, value, count)
      select f.kind, f.value, count(*) from resources r, resource_facets(r) f
      where r.status = 'APPROVED' and r.hidden_at is null and r.deleted_at is null group by 1, 2;
      delete from search_words;
      insert into search_words (word, count)
      select word, count(*) from resources r, resource_words(r.terms) word
      where r.status = 'APPROVED' and r.hidden_at is null and r.deleted_at is null group by 1;
      drop index if exists search_entries_terms;
      truncate search_entries;
      insert into search_entries (id, created_at, terms, places)
      select id, created_at, strip(terms), search_places(terms, editor) from resources
      where status = 'APPROVED' and hidden_at is null and deleted_at is null order by created_at, id;
      create index search_entries_terms on search_entries using gin (terms) with (fastupdate = off);
    end $$;
  `.execute(db);
}
