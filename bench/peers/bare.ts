// Reference server: a bare Fastify with a single query per route, and a route that sends bytes from memory.
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const columns = `r.id, r.slug, r.title, r.editor, r.type, r.category, r.is_premium as "isPremium",
  r.thumbnail_key as "thumbnailKey", r.media_label as "mediaLabel", r.views, r.likes, r.saves, r.downloads,
  r.created_at as "createdAt", u.username as author`;
const page = `select ${columns} from resources r join users u on u.id = r.author_id
  where r.status = 'APPROVED' and r.hidden_at is null and r.deleted_at is null
  order by r.created_at desc, r.id desc limit 21`;
const row = `select ${columns} from resources r join users u on u.id = r.author_id where r.id = $1`;

const app = Fastify();
app.get('/resources', async () => (await pool.query({ name: 'page', text: page })).rows);
app.get<{ Params: { id: string } }>(
  '/resources/:id',
  async (request) => (await pool.query({ name: 'row', text: row, values: [request.params.id] })).rows[0],
);
const search = `select ${columns} from search_entries e join resources r on r.id = e.id join users u on u.id = r.author_id
  where e.terms @@ $1::tsquery order by e.created_at desc, e.id desc limit 21`;
app.get<{ Params: { word: string } }>(
  '/search/:word',
  async ({ params }) =>
    (await pool.query({ name: 'search', text: search, values: [`'${params.word.replaceAll("'", "''")}'`] })).rows,
);

/** File with the exact bytes that the site sends for a page, compressed with Brotli. */
const bytesFile = process.env.BYTES_FILE;
if (bytesFile !== undefined) {
  const bytes = readFileSync(bytesFile);
  app.get('/bytes', async (_request, reply) =>
    reply.header('content-type', 'text/html; charset=utf-8').header('content-encoding', 'br').send(bytes),
  );
}
await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`ready at http://127.0.0.1:${(app.server.address() as { port: number }).port}\n`);
