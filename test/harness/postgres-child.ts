// A process of its own for the tests of the embedded database: joins the server of the given home, says so on its
// output, and stops when its input ends. Started as `node test/harness/postgres-child.ts <home>`.
import { startEmbeddedPostgres } from '#server/kit/postgres/embedded-postgres.ts';
import { readServerPid } from '#server/kit/postgres/server.ts';

const home = process.argv[2] ?? '';
const server = await startEmbeddedPostgres({ home, durable: false });
console.log(
  JSON.stringify({ connection: server.ownerConnection, pid: readServerPid(`${home}/data`), uid: process.getuid?.() }),
);
process.stdin.resume().once('end', () => server.stop());
