// The reference of bench/sockets.ts: HTTP and Socket.IO as they come, one INSERT for a post, and then the room is told.
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

const http = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => {
    body += chunk.toString();
  });
  request.on('end', async () => {
    const { threadId, content } = JSON.parse(body) as { threadId: string; content: string };
    version += 1;
    const { rows } = await pool.query({ ...insert, values: [process.env.POST_ID, version, content] });
    io.to(threadId).emit('newPost', rows[0]);
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(rows[0]));
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
