// A separate process for the embedded database tests: joins the server in the given home folder, prints a message, and stops when
// stdin closes. Usage: `node test/harness/postgres-child.ts <home>`.
import { startEmbeddedPostgres } from '#server/kit/postgres/embedded-postgres.ts';
import { readServerPid } from '#server/kit/postgres/server.ts';

const home = process.argv[2] ?? '';
const server = await startEmbeddedPostgres({ home, durable: false });
console.log(
  JSON.stringify({ connection: server.ownerConnection, pid: readServerPid(`${home}/data`), uid: process.getuid?.() }),
);
process.stdin.resume().once('end', () => server.stop());
