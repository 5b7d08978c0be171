// Limits how much a server may send on a connection: one limit until login, then one per command. Otherwise unread data would
// accumulate in memory without bound.
import type { Socket } from 'node:net';

const SIGN_IN_BYTES = 1024 * 1024;
/** Allowance in addition to command output: keepalives, rekeying and packet overhead. */
const BESIDE_BYTES = 256 * 1024;
/** Maximum data waiting for a server that does not read its replies. */
const UNREAD_BYTES = 1024 * 1024;

export type Bounds = {
  /** Call after login. */
  ready(): void;
  /** Allows `bytes` of output for a command. Returns a function to call when the command has ended. */
  begin(bytes: number): () => void;
};

/** @param onTooMuch called, possibly more than once, as soon as the server exceeds the limit */
export function boundSocket(socket: Socket, onTooMuch: () => void): Bounds {
  let from = 0;
  let allowed = SIGN_IN_BYTES;
  let running = 0;
  const settle = (): void => {
    from = socket.bytesRead;
    allowed = BESIDE_BYTES;
  };
  socket.on('data', () => {
    if (socket.bytesRead - from > allowed || socket.writableLength > UNREAD_BYTES) onTooMuch();
  });
  return {
    ready: settle,
    begin: (bytes) => {
      if (running === 0) settle();
      running += 1;
      allowed += bytes;
      return () => {
        running -= 1;
        if (running === 0) settle();
      };
    },
  };
}
