// The reference: a bare Fastify that answers the same page of cards with one query and nothing else.
import Fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const text = `select r.id, r.slug, r.title, r.editor, r.type, r.category, r.is_premium as "isPremium",
  r.thumbnail_key as "thumbnailKey", r.media_label as "mediaLabel", r.views, r.likes, r.saves, r.downloads,
  r.created_at as "createdAt", u.username as author
  from resources r join users u on u.id = r.author_id
  where r.status = 'APPROVED' and r.hidden_at is null and r.deleted_at is null
  order by r.created_at desc, r.id desc limit 21`;

const app = Fastify();
app.get('/resources', async () => (await pool.query({ name: 'page', text })).rows);
await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`ready at http://127.0.0.1:${(app.server.address() as { port: number }).port}\n`);
