// A hundred thousand resources for the listing's bench, written by one statement each, as a bulk load would be.

import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '#db/types.ts';

/** Fills an empty, migrated database. The facet trigger rests meanwhile and the counters are made anew at the end. */
export const fillListing = async (db: Kysely<DB>, count: number): Promise<void> => {
  await sql`
    insert into users (username, email, role, verified)
    select 'leaker-' || n, 'leaker-' || n || '@people.example', 'LEAKER', true from generate_series(1, 200) n`.execute(
    db,
  );
  await sql`alter table resources disable trigger resources_facets`.execute(db);
  await sql`
    with people as (select array_agg(id order by username) as ids from users)
    insert into resources (author_id, title, description, category, editor, type, tags, licence, status, created_at)
    select ids[1 + n % 200],
      (array['Neon','Quiet','Golden','Broken','Velvet','Cold','Paper','Signal'])[1 + n % 8] || ' ' ||
        (array['Alley','Ridge','Bloom','Tunnel','Harbour','Static','Ember'])[1 + n % 7] || ' ' || n,
      'Clips for a calm cut, number ' || n,
      (array['Free','Free','Free','Premium','3D'])[1 + n % 5],
      (array['After Effects','Premiere Pro','DaVinci Resolve','CapCut','Blender'])[1 + n % 5],
      (array['overlay','transition','LUT','title'])[1 + n % 4],
      array['tag-' || n % 60, 'tag-' || (n * 7) % 60], 'CC0', 'APPROVED',
      timestamptz '2026-01-01' + n * interval '1 minute'
    from generate_series(1, ${count}::int) n, people`.execute(db);
  await sql`alter table resources enable trigger resources_facets`.execute(db);
  await sql`
    insert into facet_counts (kind, value, count)
    select 'all', '', count(*) from resources
    union all select 'category', lower(category), count(*) from resources group by 2
    union all select 'editor', editor, count(*) from resources group by 2
    union all select 'tag', tag, count(*) from resources, unnest(tags) tag group by 2`.execute(db);
  await sql`analyze`.execute(db);
};
