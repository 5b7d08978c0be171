// Reference servers for bench/sockets.ts: plain HTTP and Socket.IO. A post is written, then broadcast to the room. `WRITES=one`
// writes it with one INSERT; `WRITES=same` looks up the sessions of requests and sockets, and writes the same rows as the site;
// `WRITES=none` looks up only the sockets' sessions and writes nothing.
import { createServer } from 'node:http';
import pg from 'pg';
import { Server } from 'socket.io';
import { findSession, hashOf } from './bare-session.ts';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const insert = {
  name: 'insert',
  text: `insert into forum_post_versions (post_id, version, content, created_at) values ($1, $2, $3, now())
    returning post_id as id, version as number, content, created_at as "createdAt"`,
};
let version = 1_000_000;

type Sent = { threadId: string; content: string };
type Write = (sent: Sent, cookie: string) => Promise<object>;

const writeOne: Write = async ({ content }) => {
  version += 1;
  const { rows } = await pool.query<object>({ ...insert, values: [process.env.POST_ID, version, content] });
  return rows[0] ?? {};
};

const addPost = {
  name: 'add-post',
  text: `select new_id as id, new_number as number, new_time as "createdAt"
    from forum_add_post($1, $2, $3, $4, now(), $3, 1, '{}', '{}', '{}', now())`,
};

const writeSame: Write = async ({ threadId, content }, cookie) => {
  const person = await findSession(pool, cookie);
  if (!person) throw new Error('nobody is signed in');
  const author = { id: person.id, username: person.username };
  const { rows } = await pool.query<object>({ ...addPost, values: [threadId, author.id, content, hashOf(content)] });
  return { ...rows[0], threadId, content, author };
};

const writeNothing: Write = async (sent) => sent;

const ways: Record<string, Write> = { one: writeOne, same: writeSame, none: writeNothing };
const { WRITES = 'one' } = process.env;
const write = ways[WRITES] ?? writeOne;

const http = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => {
    body += chunk.toString();
  });
  request.on('end', async () => {
    const sent = JSON.parse(body) as Sent;
    const post = await write(sent, request.headers.cookie ?? '');
    io.to(sent.threadId).emit('newPost', post);
    const answer = Buffer.from(JSON.stringify(post));
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': answer.length }).end(answer);
  });
});
const io = new Server(http, { path: '/ws', serveClient: false });
if (WRITES !== 'one')
  io.use((socket, next) => {
    findSession(pool, socket.request.headers.cookie).then((person) => {
      socket.data.person = person;
      next();
    }, next);
  });
io.on('connection', (socket) => {
  socket.on('look', (place: { id: string }, told: (state: object) => void) => {
    void socket.join(place.id);
    told({});
  });
});
http.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready at http://127.0.0.1:${(http.address() as { port: number }).port}\n`);
});
