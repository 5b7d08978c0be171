// Limits how much a server may send on a connection: one limit until login, then one for each command. Without limits, unread
// data could pile up in memory.
import type { Socket } from 'node:net';

const SIGN_IN_BYTES = 1024 * 1024;
/** Allowance on top of command output, for keepalives, rekeying and packet overhead. */
const BESIDE_BYTES = 256 * 1024;
/** Maximum data waiting to be sent, in case a server does not read what it is sent. */
const UNREAD_BYTES = 1024 * 1024;

export type Bounds = {
  /** Call this after login. */
  ready(): void;
  /** Allows `bytes` of output for a command. Returns a function to call once the command has ended. */
  begin(bytes: number): () => void;
};

/** @param onTooMuch called as soon as the server exceeds a limit, possibly several times */
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
