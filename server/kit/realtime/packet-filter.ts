// Filters incoming socket packets before anything else reads them.

/** The parts of an Engine.IO connection that this module uses; the library does not export its type. */
export type Connection = {
  id: string;
  request: import('node:http').IncomingMessage;
  transport: { name: string; socket?: { terminate(): void; bufferedAmount: number } };
  writeBuffer: readonly { data?: unknown }[];
  close(discard?: boolean): void;
  prependListener(event: 'packet', listener: (packet: { type: string; data?: unknown }) => void): void;
  once(event: 'close', listener: () => void): void;
};

/** Matches joining or leaving the default namespace, and text events. */
const KNOWN_MESSAGE = /^(?:0(?:\{.*\})?$|1$|2\d*\[)/s;
/** Maximum unsent data per client; a client that falls further behind is disconnected. */
const BACKLOG_MAX_BYTES = 1024 * 1024;
const BACKLOG_MAX_PACKETS = 500;

/** Drops a connection without a closing handshake. The browser treats it as lost and reconnects. */
export function cut(connection: Connection): void {
  const { socket } = connection.transport;
  connection.close(true);
  socket?.terminate();
}

/** Whether too much unsent data has piled up in the socket buffer or in the connection's queue. */
export function isBehind({ transport, writeBuffer }: Connection): boolean {
  if (writeBuffer.length > BACKLOG_MAX_PACKETS) return true;
  let bytes = transport.socket?.bufferedAmount ?? 0;
  for (const { data } of writeBuffer) bytes += typeof data === 'string' ? data.length : 0;
  return bytes > BACKLOG_MAX_BYTES;
}

/** Drops a connection on its first unknown packet, or if it sends more than `packetsPerSecond`. */
export function guardPackets(connection: Connection, packetsPerSecond: number): void {
  let second = 0;
  let count = 0;
  connection.prependListener('packet', ({ type, data }) => {
    const now = Math.floor(performance.now() / 1000);
    count = now === second ? count + 1 : 1;
    second = now;
    const isKnown = type !== 'message' || (typeof data === 'string' && KNOWN_MESSAGE.test(data));
    if (!isKnown || count > packetsPerSecond) cut(connection);
  });
}
