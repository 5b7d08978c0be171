// The socket at /ws, which only sends events to clients. An event sent to a room reaches all its members, in every process.
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { Server, type Socket } from 'socket.io';
import { SOCKET_PATH } from '#contract/limits.ts';
import type { Logger } from '#server/kit/ops/logger.ts';
import type { Limits } from '#server/kit/rate-limits/rate-limits.ts';
import { type Connection, cut, guardPackets, isBehind } from '#server/kit/realtime/packet-filter.ts';
import { createRelay } from '#server/kit/realtime/pubsub.ts';
import { redisNameOf } from '#server/kit/realtime/reconnecting-redis.ts';
import { createDoor, type Engine } from '#server/kit/realtime/socket-handshake.ts';
import { findLivingSessions } from './sessions.ts';

export type Realtime = {
  /**
   * Sends an event to a room. Call this after the commit. Never throws, because clients refetch if they miss an event.
   * @param options.isLast empties the room after this event
   */
  send(room: string, event: string, payload: unknown, options?: { isLast?: boolean }): void;
  /** Sends an event to a logged-in person's sockets in this process. The caller tells the other processes. */
  tellPerson(personId: string, event: string, payload: unknown): void;
  /** Whether a person has an open socket in this process. */
  hasPerson(personId: string): boolean;
  /** Everyone who has. */
  people(): string[];
  /** Starts accepting connections to the application at /ws. */
  attach(app: FastifyInstance): void;
  /** Number of open sockets in this process. */
  count(): number;
  /** Whether other processes can be reached; null without Redis. */
  isLinked(): boolean | null;
  /** Closes all connections. Browsers reconnect to any process that is still accepting connections. */
  close(): Promise<void>;
};

/**
 * Parses the channel that a socket wants to watch. Returns null if it is invalid, which closes the connection. Otherwise returns
 * the room, and `find` for the channel's current state, which resolves to null if the channel does not exist.
 */
export type ReadPlace = (asked: unknown) => { room: string; find(): Promise<object | null> } | null;

type Message = { room: string; event: string; payload: unknown; isLast: boolean };

export type RealtimeDeps = {
  config: { redisUrl: string | null };
  limits: Pick<Limits, 'sockets'>;
  secret: Buffer;
  pool: pg.Pool;
  log: Logger;
  now(): Date;
  publicUrl(): string;
};

/** A socket is closed if it sends nothing within this time after it connects. */
const JOIN_LIMIT_MS = 10_000;
/** Interval of session checks. Changes to accounts must take effect within 5 s (quality.md, "Access"). */
const BEAT_MS = 4000;
/** How long to wait for connections to close before dropping them. */
const CLOSE_LIMIT_MS = 1000;
const CLOSE_LOOK_MS = 20;

/** Rooms of people, apart from those of the places they watch. */
const PERSON = 'person ';
const personRoom = (personId: string): string => PERSON + personId;

export function createRealtime(deps: RealtimeDeps, readPlace: ReadPlace): Realtime {
  const { config, limits, log, now, pool } = deps;
  // Socket.IO requires an HTTP server. This one never listens, because createDoor passes the requests to Socket.IO.
  const io = new Server(createServer(), {
    path: SOCKET_PATH,
    serveClient: false,
    transports: ['polling', 'websocket'],
    maxHttpBufferSize: limits.sockets.messageBytes,
    perMessageDeflate: false,
    httpCompression: false,
    connectTimeout: JOIN_LIMIT_MS,
  });
  const engine = io.engine as unknown as Engine;
  const door = createDoor(engine, deps);
  engine.on('connection', (connection) => guardPackets(connection, limits.sockets.eventsPerSecond));

  const deliver = ({ room, event, payload, isLast }: Message): void => {
    io.to(room).emit(event, payload);
    if (isLast) io.in(room).socketsLeave(room);
  };

  const relay =
    config.redisUrl === null
      ? null
      : createRelay<Message>({
          url: config.redisUrl,
          channel: redisNameOf(deps.secret, 'sockets'),
          deliver,
          missed: () => io.emit('missed'),
          log,
        });

  io.on('connection', (socket) => {
    const personId = door.comerOf(socket.conn as unknown as Connection)?.personId;
    if (personId) void socket.join(personRoom(personId));
    serveReader(socket, readPlace, log);
  });

  // Drops connections whose session is no longer valid, and those that are too slow to read what is sent.
  const judge = async (): Promise<void> => {
    const bySession = new Map<string, Connection[]>();
    for (const connection of Object.values(engine.clients)) {
      const sessionId = door.comerOf(connection)?.sessionId;
      if (isBehind(connection)) cut(connection);
      else if (sessionId) bySession.set(sessionId, [...(bySession.get(sessionId) ?? []), connection]);
    }
    if (bySession.size === 0) return;
    const living = await findLivingSessions(pool, [...bySession.keys()], now());
    for (const [sessionId, connections] of bySession) if (!living.has(sessionId)) connections.forEach(cut);
  };

  let isJudging = false;
  const beat = setInterval(() => {
    if (isJudging) return;
    isJudging = true;
    judge()
      // Checks can be skipped while the database is down, because no one can be suspended and there are no events to send.
      .catch((error: unknown) => log.warn({ err: error }, 'the sessions of open sockets could not be checked'))
      .finally(() => {
        isJudging = false;
      });
  }, BEAT_MS);
  beat.unref();

  return {
    send(room, event, payload, { isLast = false } = {}) {
      const message = { room, event, payload, isLast };
      try {
        deliver(message);
        relay?.pass(message);
      } catch (error) {
        log.error({ err: error, event }, 'an event could not be sent');
      }
    },
    tellPerson: (personId, event, payload) => void io.to(personRoom(personId)).emit(event, payload),
    hasPerson: (personId) => io.of('/').adapter.rooms.has(personRoom(personId)),
    people: () =>
      [...io.of('/').adapter.rooms.keys()].flatMap((room) =>
        room.startsWith(PERSON) ? room.slice(PERSON.length) : [],
      ),
    attach: door.attach,
    count: () => engine.clientsCount,
    isLinked: () => relay?.isLinked() ?? null,
    async close() {
      door.shut();
      clearInterval(beat);
      for (const connection of Object.values(engine.clients)) connection.close(true);
      for (const end = Date.now() + CLOSE_LIMIT_MS; engine.clientsCount > 0 && Date.now() < end; )
        await new Promise((resolve) => setTimeout(resolve, CLOSE_LOOK_MS));
      Object.values(engine.clients).forEach(cut);
      await relay?.close();
    },
  };
}

/** Handles one socket. It may only start watching a channel (one at a time) and stop watching it. */
const serveReader = (socket: Socket, readPlace: ReadPlace, log: Logger): void => {
  const end = (): void => cut(socket.conn as unknown as Connection);
  let room: string | null = null;

  const leave = (): void => {
    if (room !== null) void socket.leave(room);
    room = null;
  };

  const look = async (asked: unknown, told: unknown, ...rest: unknown[]): Promise<void> => {
    const place = typeof told === 'function' && rest.length === 0 ? readPlace(asked) : null;
    if (!place || typeof told !== 'function') return end();
    leave();
    // Join the room before reading the state, so that every later change is either in the state or sent as an event.
    room = place.room;
    await socket.join(place.room);
    const state = await place.find();
    if (room !== place.room) return;
    if (state === null) leave();
    told(state);
  };

  socket.onAny((event: unknown, ...values: unknown[]) => {
    if (event === 'look')
      // No reply is sent on failure; the client then retries.
      look(...(values as [unknown, unknown])).catch((error: unknown) =>
        log.warn({ err: error }, 'a socket could not start watching a place'),
      );
    else if (event === 'leave' && values.length === 0) leave();
    else end();
  });
};
