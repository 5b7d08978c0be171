import { sql } from 'kysely';
import { ASSETS_ICON, DISCUSSIONS_SHOWN } from '#contract/forum/limits.ts';
import { createCompiledQuery } from '#server/kit/db/compiled-query.ts';
import { type AuthorRow, authorOf } from './authors.ts';
import { isClosed, type PlaceRow } from './places.ts';

type Place = { category: PlaceRow; subCategory: PlaceRow };

export type DiscussionRow = Place & {
  id: string;
  title: string;
  excerpt: string;
  author: AuthorRow;
  postCount: number;
  /** As an ISO string, because the row is JSON. */
  lastPostAt: string;
  isClosed: boolean;
};

/** Maximum number of links that are read. If a resource has more, some of its threads are missing. */
const MOST_LINKS = 1000;
const EXCERPT_CHARACTERS = 200;

const category = sql`json_build_object('id', c.id, 'name', c.name, 'slug', c.slug)`;
const subCategory = sql`json_build_object('id', s.id, 'name', s.name, 'slug', s.slug)`;

/** The most active threads with a post that links to a resource, and the subcategory for questions about resources. */
export const findDiscussions = createCompiledQuery((db, { resourceId, now }: { resourceId: string; now: Date }) =>
  sql<{ threads: DiscussionRow[] | null; askIn: Place | null }>`select
    (select json_agg(json_build_object('id', t.id, 'title', t.title, 'excerpt', left(t.excerpt, ${sql.lit(EXCERPT_CHARACTERS)}),
        'author', ${authorOf('author', now)}, 'postCount', t.post_count, 'lastPostAt', t.last_post_at, 'isClosed', ${isClosed},
        'category', ${category}, 'subCategory', ${subCategory}) order by t.last_post_at desc, t.id desc)
      from (select * from forum_threads where deleted_at is null and id in (
        select p.thread_id from (select post_id from forum_post_resources where resource_id = ${resourceId}
          limit ${sql.lit(MOST_LINKS)}) l
        join forum_posts p on p.id = l.post_id and p.deleted_at is null)
        order by last_post_at desc, id desc limit ${sql.lit(DISCUSSIONS_SHOWN)}) t
      join users author on author.id = t.author_id
      join forum_subcategories s on s.id = t.subcategory_id join forum_categories c on c.id = s.category_id) as threads,
    (select json_build_object('category', ${category}, 'subCategory', ${subCategory})
      from forum_subcategories s join forum_categories c on c.id = s.category_id where not ${isClosed}
      order by s.icon = ${sql.lit(ASSETS_ICON)} desc, c.position, c.id, s.position, s.id limit 1) as "askIn"`.compile(
    db,
  ),
);
