// Request bodies for handlers that read them themselves. Nothing is read ahead of the handler, and time limits apply.
import type { IncomingMessage } from 'node:http';
import { Problem } from './problem.ts';

/** A sender slower than 10 kB/s over a minute is disconnected (quality.md, "Timeouts"). */
const PACE_MS = 60_000;
const PACE_BYTES = 10_000 * (PACE_MS / 1000);
/** Checks per pace interval. */
const LOOKS = 10;

export type BodyOptions = {
  /** When aborted, ends the body at that point, as if the sender had stopped sending. */
  stop: AbortSignal;
  /** Maximum number of bytes. */
  most: number;
  /** Interval of the pace check, and the minimum number of bytes per interval; shorter in tests. */
  pace?: { ms: number; bytes: number };
};

/**
 * Yields the chunks of a body; the reader owns each chunk until it asks for the next. Nothing is read while the reader is busy.
 * The silence limit of `kit/http/body-timeout.ts` and the minimum pace apply only while waiting for a chunk, so slow storage does
 * not make a sender look slow.
 * @throws Problem TOO_LARGE when more than `most` bytes arrive; the error that broke the connection
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
  // Milliseconds spent waiting since the last pace check.
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
    // Waiting time rarely adds up to exactly one interval, so act at the nearest check, which may be slightly early.
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
 * Frees a chunk's memory immediately. Otherwise the garbage collector runs every few MiB, which costs more than the rest of the
 * upload. Applies only to chunks that have a whole buffer to themselves, because other chunks share theirs with neighbouring
 * chunks.
 */
const freePiece = (piece: Buffer): void => {
  const { buffer, byteLength } = piece;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
};

/** Reads and discards the rest of an unwanted body, up to a limit, so that its sender can read the response. */
export function discardBody(raw: IncomingMessage, mayCome: number): void {
  if (raw.readableEnded || raw.destroyed) return;
  let rest = mayCome;
  raw.on('data', (piece: Buffer) => {
    rest -= piece.length;
    if (rest < 0) raw.destroy();
  });
  raw.resume();
}
