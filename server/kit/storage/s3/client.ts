/** The AWS S3 client with time limits: its own ones only cover the time to the first byte of a response. */

import { S3Client } from '@aws-sdk/client-s3';
import type { S3SetUp } from '#server/kit/storage/settings.ts';

const CONNECT_MS = 2000;
/** From the end of a request to the start of its response, and from there to its end. */
export const ANSWER_MS = 5000;
/** Same for requests that upload up to 8 MiB, over any connection. */
export const WRITE_MS = 60_000;
/** A service joins thousands of parts before it responds. */
export const JOIN_MS = 600_000;
const ATTEMPTS = 3;
/** Maximum number of open connections. */
const CONNECTIONS = 512;

/** Commands whose response starts immediately but ends only when the work is done, and the one whose reader has its own limit. */
const SLOW_ENDS: Readonly<Record<string, number>> = {
  UploadPartCopyCommand: WRITE_MS,
  CompleteMultipartUploadCommand: JOIN_MS,
  GetObjectCommand: Number.POSITIVE_INFINITY,
};

type Answer = {
  statusCode?: number;
  body?: { destroy?(error: Error): void; once?(event: string, act: () => void): void };
};

/** @param answerMs overrides 5 s in tests */
export function createS3Client({ endpoint, region, pathStyle, keys }: S3SetUp, answerMs: number): S3Client {
  const client = new S3Client({
    region,
    forcePathStyle: pathStyle,
    maxAttempts: ATTEMPTS,
    // Every service supports Content-MD5 and the signed SHA-256 of the body, which serve the same purpose; not all support
    // trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      httpAgent: { keepAlive: true, maxSockets: CONNECTIONS },
      httpsAgent: { keepAlive: true, maxSockets: CONNECTIONS },
    },
    ...(endpoint === null ? {} : { endpoint }),
    ...(keys === null ? {} : { credentials: { accessKeyId: keys.keyId, secretAccessKey: keys.secret } }),
  });
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (given) => {
        const answered = await next(given);
        const answer = answered.response as Answer;
        // An error response is always read completely.
        const isRefused = (answer.statusCode ?? 500) >= 300;
        limitEnd(answer, (isRefused ? undefined : SLOW_ENDS[commandName ?? '']) ?? answerMs);
        return answered;
      },
    // Each attempt has its own limit: next to the sender, inside the retry logic.
    { name: 'helixAnswersEnd', step: 'deserialize', priority: 'low' },
  );
  return client;
}

/** Aborts a response that does not end. The library treats it as a lost connection and retries. */
function limitEnd({ body }: Answer, limitMs: number): void {
  if (!body?.destroy || !body.once || !Number.isFinite(limitMs)) return;
  const timer = setTimeout(() => {
    body.destroy?.(Object.assign(new Error(`the response did not end within ${limitMs} ms`), { name: 'TimeoutError' }));
  }, limitMs);
  body.once('close', () => clearTimeout(timer));
}
