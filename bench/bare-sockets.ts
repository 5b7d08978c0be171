// The references of bench/sockets.ts: HTTP and Socket.IO as they come, a post is written, and then the room is told. `WRITES=one`
// writes it as one INSERT; `WRITES=same` asks whose session it is and writes what the site writes.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import { Server } from 'socket.io';

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

const session = {
  name: 'session',
  text: `select u.id, u.username, u.role from sessions s join users u on u.id = s.user_id
    where s.token_hash = $1 and s.expires_at > now() and u.deleted_at is null and u.suspended_at is null`,
};
const addPost = {
  name: 'add-post',
  text: `select new_id as id, new_number as number, new_time as "createdAt"
    from forum_add_post($1, $2, $3, $4, now(), $3, 1, '{}', '{}', '{}', now())`,
};

const writeSame: Write = async ({ threadId, content }, cookie) => {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  const token = /token=([\w-]+)/.exec(cookie)?.[1] ?? '';
  const { rows: people } = await pool.query<{ id: string; username: string }>({ ...session, values: [hash(token)] });
  const [author] = people;
  if (!author) throw new Error('nobody is signed in');
  const { rows } = await pool.query<object>({ ...addPost, values: [threadId, author.id, content, hash(content)] });
  return { ...rows[0], threadId, content, author };
};

const write = process.env.WRITES === 'same' ? writeSame : writeOne;

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
io.on('connection', (socket) => {
  socket.on('look', (place: { id: string }, told: (state: object) => void) => {
    void socket.join(place.id);
    told({});
  });
});
http.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready at http://127.0.0.1:${(http.address() as { port: number }).port}\n`);
});
