// The body of a request as it arrives, for handlers that read it by themselves: never ahead of them, and not for ever.
import type { IncomingMessage } from 'node:http';
import { Problem } from './problem.ts';

/** Quality.md, "Timeouts": whoever sends less than 10 kB a second over a minute is given up. */
const PACE_MS = 60_000;
const PACE_BYTES = 10_000 * (PACE_MS / 1000);
/** How often within that time somebody looks. */
const LOOKS = 10;

export type BodyOptions = {
  /** Ends the body where it is, as if its sender had stopped there. */
  stop: AbortSignal;
  /** Bytes that may come. */
  most: number;
  /** A minute of waiting and its bytes, unless a test has less time. */
  pace?: { ms: number; bytes: number };
};

/**
 * Gives the pieces of a body; each is the reader's until it asks for the next. Nothing is read while the reader is busy with a
 * piece, and both the silence that `kit/http/body-timeout.ts` allows and the pace count only while a piece is waited for: what takes
 * long because of a storage is no slow sender.
 * @throws Problem TOO_LARGE when more comes, and what the connection broke with
 */
export async function* readBody(
  raw: IncomingMessage,
  { stop, most, pace = { ms: PACE_MS, bytes: PACE_BYTES } }: BodyOptions,
): AsyncGenerator<Uint8Array> {
  const silenceMs = raw.socket.timeout ?? 0;
  const setSilence = (ms: number): void => void raw.socket.setTimeout?.(ms);
  const pieces: Buffer[] = [];
  let come = 0;
  let paced = 0;
  let isEnded = raw.readableEnded;
  let wake = (): void => {};
  const onPiece = (piece: Buffer): void => {
    pieces.push(piece);
    raw.pause();
    wake();
  };
  const onEnd = (): void => {
    isEnded = true;
    wake();
  };
  const onChange = (): void => wake();
  raw.on('data', onPiece).on('end', onEnd).on('error', onChange).on('close', onChange);
  stop.addEventListener('abort', onChange);
  // Milliseconds of waiting since the pace was looked at.
  let waited = 0;
  let waitingSince: number | null = null;
  const endWait = (): void => {
    if (waitingSince !== null) waited += performance.now() - waitingSince;
    waitingSince = null;
  };
  const lookMs = pace.ms / LOOKS;
  const pacer = setInterval(() => {
    if (waitingSince === null) return;
    endWait();
    waitingSince = performance.now();
    // What pieces took to be read is missing from it: the look that is nearest, and not always the one after.
    if (waited < pace.ms - lookMs / 2) return;
    if (come - paced < pace.bytes) raw.destroy(new Error('the body came too slowly'));
    paced = come;
    waited = 0;
  }, lookMs);
  try {
    for (;;) {
      if (stop.aborted) return;
      const piece = pieces.shift();
      if (piece) {
        come += piece.length;
        if (come > most) throw new Problem('TOO_LARGE');
        yield piece;
        freePiece(piece);
        continue;
      }
      if (raw.errored) throw raw.errored;
      if (isEnded) return;
      if (raw.destroyed) throw new Error('the connection ended before the body did');
      const woken = Promise.withResolvers<void>();
      wake = woken.resolve;
      setSilence(silenceMs);
      waitingSince = performance.now();
      raw.resume();
      await woken.promise;
      endWait();
      setSilence(0);
    }
  } finally {
    clearInterval(pacer);
    raw.off('data', onPiece).off('end', onEnd).off('error', onChange).off('close', onChange);
    stop.removeEventListener('abort', onChange);
  }
}

/**
 * Gives a piece's memory back at once. Else the collector runs for every few MiB that come, which costs more than all the
 * rest of an upload. Only what has its memory to itself: others may share theirs with what came before or after.
 */
const freePiece = (piece: Buffer): void => {
  const { buffer, byteLength } = piece;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
};

/** Reads and drops what is left of a body that is not wanted, so that its sender gets to the answer; but not without end. */
export function discardBody(raw: IncomingMessage, mayCome: number): void {
  if (raw.readableEnded || raw.destroyed) return;
  let rest = mayCome;
  raw.on('data', (piece: Buffer) => {
    rest -= piece.length;
    if (rest < 0) raw.destroy();
  });
  raw.resume();
}
