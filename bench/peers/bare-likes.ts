// Reference server for likes in bench/writes.ts: a Fastify server that only looks up the session and writes the same rows as the
// site, with two prepared statements.
import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const session = {
  name: 'session',
  text: `select u.id from sessions s join users u on u.id = s.user_id
    where s.token_hash = $1 and s.expires_at > now() and u.deleted_at is null and u.suspended_at is null`,
};
const likeBy = (name: string, by: 1 | -1, changed: string) => ({
  name,
  text: `with target as (
      select id, likes as count from resources where id = $1
        and status = 'APPROVED' and hidden_at is null and deleted_at is null for no key update
    ), changed as (${changed}), counted as (
      update resources set likes = likes + ${by} from changed where resources.id = changed.resource_id
      returning author_id, likes as count
    ), credited as (
      update users set total_likes = total_likes + ${by}, reputation = reputation + ${by}
      from counted where users.id = counted.author_id
    )
    select coalesce((select count from counted), target.count) as count from target`,
});
const like = likeBy(
  'like',
  1,
  `insert into likes (user_id, resource_id, created_at) select $2, id, now() from target
    on conflict do nothing returning resource_id`,
);
const unlike = likeBy(
  'unlike',
  -1,
  `delete from likes mark using target where mark.user_id = $2 and mark.resource_id = target.id
    returning mark.resource_id`,
);

const app = Fastify();
for (const [method, statement] of [['POST', like] as const, ['DELETE', unlike] as const])
  app.route<{ Params: { id: string } }>({
    method,
    url: '/api/uploads/:id/like',
    handler: async ({ params, headers }) => {
      const token = /token=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? '';
      const { rows } = await pool.query<{ id: string }>({
        ...session,
        values: [createHash('sha256').update(token).digest()],
      });
      if (!rows[0]) throw new Error('nobody is signed in');
      const { rows: counts } = await pool.query<{ count: number }>({ ...statement, values: [params.id, rows[0].id] });
      return { likes: counts[0]?.count, liked: method === 'POST' };
    },
  });
await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`ready at http://127.0.0.1:${(app.server.address() as { port: number }).port}\n`);
