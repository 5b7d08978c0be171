import { type Kysely, sql } from 'kysely';

/** Filters by the tempo and key of sounds. No resource has these facts yet, so nothing has to be counted again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function media_facets(facts jsonb) returns table (kind text, value text) language sql immutable parallel safe as $$
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
      select 'tempo', case when bpm < 90 then '40-90' when bpm < 110 then '90-110' when bpm < 130 then '110-130'
        when bpm < 150 then '130-150' else '150-200' end
      from (select case when jsonb_typeof(facts -> 'tempo') = 'number' then (facts -> 'tempo')::numeric end as bpm) heard
      where jsonb_typeof(facts) = 'object' and bpm > 0
      union all
      select 'key', facts ->> 'key' where jsonb_typeof(facts) = 'object' and facts ->> 'key' ~ '^[A-G]#? (major|minor)$'
      union all
      select name, 'yes' from unnest(array['alpha', 'loop']) name
      where jsonb_typeof(facts) = 'object' and facts -> name = 'true'
    $$;
  `.execute(db);
}
