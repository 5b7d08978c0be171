/**
 * The AWS S3 client with additional time limits, because the client's own limits only cover the time until the first byte of a
 * response.
 */

import { S3Client } from '@aws-sdk/client-s3';
import type { S3SetUp } from '#server/kit/storage/settings.ts';

const CONNECT_MS = 2000;
/**
 * Maximum time between the end of a request and the start of its response, and also between the start and the end of the
 * response.
 */
export const ANSWER_MS = 5000;
/** Time limit for requests that upload up to 8 MiB, even over a slow connection. */
export const WRITE_MS = 60_000;
/** Time limit for joining a multipart upload, because the service may have to join thousands of parts before it responds. */
export const JOIN_MS = 600_000;
const ATTEMPTS = 3;
/** Maximum number of open connections. */
const CONNECTIONS = 512;

/**
 * Time limits for commands whose response starts immediately but only ends when the work is done. GetObject has no limit here,
 * because its reader enforces one.
 */
const SLOW_ENDS: Readonly<Record<string, number>> = {
  UploadPartCopyCommand: WRITE_MS,
  CompleteMultipartUploadCommand: JOIN_MS,
  GetObjectCommand: Number.POSITIVE_INFINITY,
};

type Answer = {
  statusCode?: number;
  body?: { destroy?(error: Error): void; once?(event: string, act: () => void): void };
};

/** @param answerMs time limit for a response; tests use less than the default 5 s */
export function createS3Client({ endpoint, region, pathStyle, keys }: S3SetUp, answerMs: number): S3Client {
  const client = new S3Client({
    region,
    forcePathStyle: pathStyle,
    maxAttempts: ATTEMPTS,
    // Not all services support checksums in trailers. Content-MD5 and the signed SHA-256 of the body serve the same purpose, and
    // every service supports them.
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
        // Error responses are always read completely, so the normal limit applies.
        const isRefused = (answer.statusCode ?? 500) >= 300;
        limitEnd(answer, (isRefused ? undefined : SLOW_ENDS[commandName ?? '']) ?? answerMs);
        return answered;
      },
    // Placed next to the sender, inside the retry logic, so that each attempt has its own limit.
    { name: 'helixAnswersEnd', step: 'deserialize', priority: 'low' },
  );
  return client;
}

/** Aborts a response that does not end in time. The library treats this as a lost connection and retries. */
function limitEnd({ body }: Answer, limitMs: number): void {
  if (!body?.destroy || !body.once || !Number.isFinite(limitMs)) return;
  const timer = setTimeout(() => {
    body.destroy?.(Object.assign(new Error(`the response did not end within ${limitMs} ms`), { name: 'TimeoutError' }));
  }, limitMs);
  body.once('close', () => clearTimeout(timer));
}
