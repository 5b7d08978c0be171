// Reference server for bench/pages.ts: routes with a single query, a page that React renders from one query, and copies of the
// site's own pages served from memory.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import pg from 'pg';
import { createElement as h } from 'react';
import { renderToString } from 'react-dom/server';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const columns = `r.id, r.slug, r.title, r.editor, r.type, r.category, r.is_premium as "isPremium",
  r.thumbnail_key as "thumbnailKey", r.media_label as "mediaLabel", r.views, r.likes, r.saves, r.downloads,
  r.created_at as "createdAt", u.username as author`;
const visible = `r.status = 'APPROVED' and r.hidden_at is null and r.deleted_at is null`;
const list = `select ${columns} from resources r join users u on u.id = r.author_id where ${visible}
  order by r.created_at desc, r.id desc limit 21`;
const ofCategory = `select ${columns} from resources r join users u on u.id = r.author_id
  where ${visible} and r.category = $1 order by r.created_at desc, r.id desc limit 21`;
const row = `select ${columns}, r.description, r.tags, r.licence, r.file_count as files, r.file_size as size, u.bio
  from resources r join users u on u.id = r.author_id where r.id = $1`;
const person = `select id, username, display_name as "displayName", bio, badges, verified, followers_count as followers,
  following_count as following, total_likes as likes, uploads_count as uploads, created_at as "createdAt"
  from users where username = $1`;

type Card = { id: string; title: string; editor: string; author: string; likes: number; createdAt: Date };

const rowsOf = async (name: string, text: string, values: string[] = []) =>
  (await pool.query({ name, text, values })).rows;

const drawList = (cards: readonly Card[]): string =>
  `<!doctype html>${renderToString(
    h(
      'html',
      { lang: 'en' },
      h('head', null, h('title', null, 'Resources')),
      h(
        'body',
        null,
        ...cards.map((card) =>
          h(
            'article',
            { key: card.id },
            h('a', { href: `/resources/${card.id}` }, h('h3', null, card.title)),
            h('p', null, card.editor, ' by ', card.author),
            h('p', null, card.likes, ' likes, ', card.createdAt.toISOString()),
          ),
        ),
      ),
    ),
  )}`;

const app = Fastify();
app.get('/resources', () => rowsOf('list', list));
app.get<{ Params: { name: string } }>('/categories/:name', ({ params }) =>
  rowsOf('category', ofCategory, [params.name]),
);
app.get<{ Params: { id: string } }>('/resources/:id', async ({ params }) => (await rowsOf('row', row, [params.id]))[0]);
app.get<{ Params: { name: string } }>(
  '/people/:name',
  async ({ params }) => (await rowsOf('person', person, [params.name]))[0],
);
app.get('/drawn', async (_request, reply) =>
  reply.header('content-type', 'text/html; charset=utf-8').send(drawList(await rowsOf('list', list))),
);

const folder = process.env.BYTES_FOLDER ?? '';
const pages = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
app.get<{ Params: { name: string } }>('/bytes/:name', (request, reply) => {
  reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-encoding', 'br')
    .send(pages.get(request.params.name));
});

await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`ready at http://127.0.0.1:${(app.server.address() as { port: number }).port}\n`);
