// What may come in over a socket at all, judged packet by packet before anything reads it.

/** What is used of an Engine.IO connection: the library does not export its type. */
export type Connection = {
  id: string;
  request: import('node:http').IncomingMessage;
  transport: { name: string; socket?: { terminate(): void; bufferedAmount: number } };
  writeBuffer: readonly { data?: unknown }[];
  close(discard?: boolean): void;
  prependListener(event: 'packet', listener: (packet: { type: string; data?: unknown }) => void): void;
  once(event: 'close', listener: () => void): void;
};

/** Joining the one namespace there is, leaving it, and an event with text alone. */
const KNOWN_MESSAGE = /^(?:0(?:\{.*\})?$|1$|2\d*\[)/s;
/** What somebody may be behind with: who reads more slowly than is sent is no reader. */
const BACKLOG_MAX_BYTES = 1024 * 1024;
const BACKLOG_MAX_PACKETS = 500;

/** Ends a connection without a word. A browser takes it for a lost one and comes back; there is no waiting for the other end. */
export function cut(connection: Connection): void {
  const { socket } = connection.transport;
  connection.close(true);
  socket?.terminate();
}

/** Whether what was sent has piled up, as the other end does not take it: with the system or, behind that, here. */
export function isBehind({ transport, writeBuffer }: Connection): boolean {
  if (writeBuffer.length > BACKLOG_MAX_PACKETS) return true;
  let bytes = transport.socket?.bufferedAmount ?? 0;
  for (const { data } of writeBuffer) bytes += typeof data === 'string' ? data.length : 0;
  return bytes > BACKLOG_MAX_BYTES;
}

/** Cuts a connection at the first packet of an unknown kind, and when more than so many come within a second. */
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
