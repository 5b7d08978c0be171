// What this process tells those who watch it, on a port of its own that visitors do not reach: its numbers, whether it lives,
// and whether it is ready. A process for jobs alone has no other door.
import { createServer, type Server } from 'node:http';
import { isIP } from 'node:net';
import { isLoopbackName } from '#server/kit/security/loopback.ts';

export type OpsDoor = {
  /** Who may reach it: this machine alone unless said otherwise. */
  host?: string;
  /** Why the process cannot serve, in one word; null when it can. */
  findTrouble?: () => Promise<string | null>;
  /** The version that runs, for those who watch it. */
  version?: string;
};

type Page = { type: string; read: () => Promise<string> };

const JSON_TYPE = 'application/json; charset=utf-8';

const ANY_ADDRESS = ['0.0.0.0', '::'];

/**
 * Whether a request names this machine. A page in a browser inside the network can have its own name resolved to this address
 * (DNS rebinding) and read the answers. Where every address listens, its number and names without a dot, such as those of
 * containers, are right too: nobody outside can register one. HTTP/1.0 knows no Host, and no browser sends it.
 */
const isNamedRight = (header: string | undefined, host: string): boolean => {
  if (header === undefined) return true;
  const name = header.toLowerCase().replace(/:\d{1,5}$/, '');
  const bare = name.replace(/^\[|\]$/g, '');
  if (isLoopbackName(name) || bare === host.toLowerCase()) return true;
  return ANY_ADDRESS.includes(host) && (isIP(bare) !== 0 || /^[a-z0-9_-]+$/.test(bare));
};

/** Listens; the address of what it answers is the server's. @throws when the port is taken */
export function openOpsDoor(port: number, metrics: Page, door: OpsDoor = {}): Promise<Server> {
  const { host = '127.0.0.1', findTrouble = async () => null, version } = door;

  const find = async (path: string | undefined): Promise<{ status: number; type: string; body: string } | null> => {
    if (path === '/metrics') return { status: 200, type: metrics.type, body: await metrics.read() };
    if (path === '/healthz') return { status: 200, type: JSON_TYPE, body: JSON.stringify({ status: 'ok', version }) };
    if (path !== '/readyz') return null;
    const trouble = await findTrouble();
    if (trouble === null) return { status: 200, type: JSON_TYPE, body: '{"status":"ready"}' };
    return { status: 503, type: JSON_TYPE, body: JSON.stringify({ status: 'not ready', trouble }) };
  };

  return new Promise((resolve, reject) => {
    const server = createServer((request, response) => {
      if (!isNamedRight(request.headers.host, host)) {
        response.writeHead(421).end();
        return;
      }
      find(request.url).then(
        (page) => {
          if (!page) return response.writeHead(404).end();
          return response
            .writeHead(page.status, { 'content-type': page.type, 'cache-control': 'no-store' })
            .end(page.body);
        },
        () => response.writeHead(500).end(),
      );
    });
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}
