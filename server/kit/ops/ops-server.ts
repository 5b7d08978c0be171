// Metrics, liveness and readiness of this process for monitoring, on a separate port that visitors cannot reach. A process
// that only runs jobs has no other port.
import { createServer, type Server } from 'node:http';
import { isIP } from 'node:net';
import { isLoopbackName } from '#server/kit/security/loopback.ts';

export type OpsDoor = {
  /** Address to listen on; by default only this machine can connect. */
  host?: string;
  /** Why the process cannot serve, in one word; null when it can. */
  findTrouble?: () => Promise<string | null>;
  /** The running version, for monitoring. */
  version?: string;
};

type Page = { type: string; read: () => Promise<string> };

const JSON_TYPE = 'application/json; charset=utf-8';

const ANY_ADDRESS = ['0.0.0.0', '::'];

/**
 * Whether the Host header names this machine. This protects against DNS rebinding, in which a page opened inside the network
 * makes its own host name resolve to this address and reads the responses. When listening on all addresses, IP addresses and
 * names without a dot (such as containers) are accepted too, because no outsider can register such a name. HTTP/1.0 has no Host
 * header, and browsers never use it.
 */
const isNamedRight = (header: string | undefined, host: string): boolean => {
  if (header === undefined) return true;
  const name = header.toLowerCase().replace(/:\d{1,5}$/, '');
  const bare = name.replace(/^\[|\]$/g, '');
  if (isLoopbackName(name) || bare === host.toLowerCase()) return true;
  return ANY_ADDRESS.includes(host) && (isIP(bare) !== 0 || /^[a-z0-9_-]+$/.test(bare));
};

/** Starts listening and resolves to the server. @throws when the port is in use */
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
