// Admits connections to the socket at /ws. Handshakes, polls and upgrades go through an application route, so they pass the same
// hooks as every other request (URL, Host, session, limits, maintenance) and get the same error responses. Only then does
// Engine.IO take over from Fastify.
import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SOCKET_PATH, SOCKET_TRANSPORTS } from '#contract/limits.ts';
import { ownOrigins, requireSameOrigin } from '#server/kit/http/guards.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { networkOf } from '#server/kit/http/visitors.ts';
import type { Limits } from '#server/kit/rate-limits/rate-limits.ts';
import type { Connection } from './packet-filter.ts';

/** The parts of the Engine.IO server that this module uses. */
export type Engine = {
  clients: Record<string, Connection>;
  clientsCount: number;
  on(event: 'connection', listener: (connection: Connection) => void): void;
  handleRequest(request: IncomingMessage, response: ServerResponse): void;
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
};

/** Who opened a connection, as identified during the handshake. */
export type Comer = { network: string; personId: string | null; sessionId: string | null };

type Upgrade = { socket: Duplex; head: Buffer };

const RETRY_SECONDS = 30;
const PROTOCOL = '4';

const ignore = (): void => {};

/** Counts open connections. `enter` returns a function that releases the connection's slot, or null if the limit is reached. */
const createSeats = ({ perNetwork, perPerson }: Limits['sockets']) => {
  const seats = new Map<string, number>();
  const change = (key: string, by: number): void => {
    const count = (seats.get(key) ?? 0) + by;
    if (count > 0) seats.set(key, count);
    else seats.delete(key);
  };
  return {
    enter({ network, personId }: Comer): (() => void) | null {
      const keys = [`network ${network}`, ...(personId === null ? [] : [`person ${personId}`])];
      const isFull = keys.some((key, index) => (seats.get(key) ?? 0) >= (index === 0 ? perNetwork : perPerson));
      if (isFull) return null;
      for (const key of keys) change(key, 1);
      let isIn = true;
      return () => {
        if (isIn) for (const key of keys) change(key, -1);
        isIn = false;
      };
    },
  };
};

export type DoorDeps = { limits: Pick<Limits, 'sockets'>; publicUrl(): string };

/** Creates the socket's route and upgrade listener; `comerOf` returns who opened a connection. */
export function createDoor(engine: Engine, { limits, publicUrl }: DoorDeps) {
  const seats = createSeats(limits.sockets);
  const upgrades = new WeakMap<IncomingMessage, Upgrade>();
  const comers = new WeakMap<IncomingMessage, Comer>();
  const comersIn = new WeakMap<Connection, Comer>();
  const leaving = new WeakMap<IncomingMessage, () => void>();
  let isClosed = false;

  engine.on('connection', (connection) => {
    const comer = comers.get(connection.request);
    if (comer) comersIn.set(connection, comer);
    connection.once('close', leaving.get(connection.request) ?? ignore);
  });

  // The connection that a request belongs to; null for a handshake. @throws Problem BAD_REQUEST for any other request
  const connectionOf = (request: FastifyRequest, isUpgrade: boolean): Connection | null => {
    const { sid, EIO, transport } = request.query as Record<string, unknown>;
    const isKnown = EIO === PROTOCOL && SOCKET_TRANSPORTS.some((name) => name === transport);
    if (!isKnown || isUpgrade !== (transport === 'websocket')) throw new Problem('BAD_REQUEST');
    if (sid === undefined) {
      if (request.method !== 'GET') throw new Problem('BAD_REQUEST');
      return null;
    }
    const connection = typeof sid === 'string' && Object.hasOwn(engine.clients, sid) ? engine.clients[sid] : null;
    if (!connection || (!isUpgrade && connection.transport.name !== transport)) throw new Problem('BAD_REQUEST');
    return connection;
  };

  // Admits a request for an existing connection of the same user, or reserves a slot for a new connection.
  const admit = (request: FastifyRequest, reply: FastifyReply, upgrade: Upgrade | undefined): void => {
    // A page on another site could open a socket with the visitor's cookie, so the request is checked like one with an unsafe
    // method (quality.md).
    requireSameOrigin('POST', request.headers, ownOrigins(publicUrl()));
    if (request.suspended) throw new Problem('BANNED');
    if (isClosed) throw new Problem('UNAVAILABLE', { retryAfterSeconds: RETRY_SECONDS });
    const { viewer } = request;
    const comer = {
      network: networkOf(request.ip),
      personId: viewer?.id ?? null,
      sessionId: viewer?.sessionId ?? null,
    };
    const connection = connectionOf(request, upgrade !== undefined);
    if (connection) {
      if (comersIn.get(connection)?.personId !== comer.personId) throw new Problem('NOT_ALLOWED');
      return;
    }
    const leave = seats.enter(comer);
    if (!leave) throw new Problem('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_SECONDS });
    comers.set(request.raw, comer);
    leaving.set(request.raw, leave);
    if (upgrade) upgrade.socket.once('close', leave);
    else reply.raw.once('close', () => reply.raw.statusCode < 300 || leave());
  };

  const handler = (request: FastifyRequest, reply: FastifyReply): void => {
    const upgrade = upgrades.get(request.raw);
    if (upgrade?.socket.destroyed) {
      // The client disconnected during the session lookup. Its close event has already fired, so a slot reserved now would never
      // be released.
      reply.hijack();
      return;
    }
    admit(request, reply, upgrade);
    reply.hijack();
    if (upgrade) {
      reply.raw.detachSocket(upgrade.socket as never);
      engine.handleUpgrade(request.raw, upgrade.socket, upgrade.head);
      return;
    }
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    engine.handleRequest(request.raw, reply.raw);
  };

  return {
    comerOf: (connection: Connection): Comer | undefined => comersIn.get(connection),
    shut: (): void => {
      isClosed = true;
    },
    // Registers the route and sends every upgrade through normal routing, so that other paths get a regular response.
    attach(app: FastifyInstance): void {
      void app.register(async (scope) => {
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
        scope.route({ method: ['GET', 'POST'], url: SOCKET_PATH, exposeHeadRoute: false, handler });
      });
      app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        // After an upgrade, Node no longer handles errors on this socket.
        socket.on('error', ignore);
        const response = new ServerResponse(request);
        response.shouldKeepAlive = false;
        response.assignSocket(socket as never);
        response.once('finish', () => (socket as Duplex & { destroySoon(): void }).destroySoon());
        upgrades.set(request, { socket, head });
        app.routing(request, response);
      });
    },
  };
}
