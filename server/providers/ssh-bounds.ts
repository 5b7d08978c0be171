// How much a server may send on a connection: so much until it has let somebody in, then so much for each command. What it
// sends where nobody reads would be kept in memory without end.
import type { Socket } from 'node:net';

const SIGN_IN_BYTES = 1024 * 1024;
/** Beside what commands may answer: signs of life, new keys, and what wraps an answer in packets. */
const BESIDE_BYTES = 256 * 1024;
/** Answers that a server demands and does not read. */
const UNREAD_BYTES = 1024 * 1024;

export type Bounds = {
  /** It has let somebody in. */
  ready(): void;
  /** A command may answer so many bytes. Answers what is to be called when it is over. */
  begin(bytes: number): () => void;
};

/** @param onTooMuch called, more than once perhaps, as soon as the server has sent more */
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
