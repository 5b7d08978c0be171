// One attempt to bring a file to the server by the tus protocol. Trying again is the queue's part (upload-queue.ts).
import type { DetailedError } from 'tus-js-client';
import { CallError } from '#client/kit/data/call.ts';
import type { ProblemBody } from '#contract/problems.ts';
import { UPLOAD_CHUNK_BYTES } from '#contract/uploads/limits.ts';

export type ByteSending = {
  bytes: Blob;
  /** The upload that it goes on with; null begins one. */
  sessionId: string | null;
  /** resourceId, path, modifiedAt, and for a bundle the number of its files. */
  metadata: Record<string, string>;
  signal: AbortSignal;
  onSession(id: string): void;
  /** Bytes that have left, as the browser counts them. */
  onSent(bytes: number): void;
  /** Bytes that the server has said to have. */
  onAcknowledged(bytes: number): void;
};

const FALLBACK = 'Failed to upload files';

let coming: Promise<typeof import('tus-js-client')> | undefined;

/** The protocol's code, fetched when files are chosen: once they are, the line may go away. */
export function loadProtocol(): Promise<typeof import('tus-js-client')> {
  coming ??= import('tus-js-client').catch(() => {
    coming = undefined;
    throw new CallError(FALLBACK, 0, null);
  });
  return coming;
}

const problemIn = (text: string | undefined): Partial<ProblemBody> => {
  try {
    return (JSON.parse(text ?? '') ?? {}) as Partial<ProblemBody>;
  } catch {
    return {};
  }
};

/** What the queue knows how to judge: a refusal of the site, or status 0 when no answer came. */
const callErrorOf = (error: Error | DetailedError): CallError => {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  const { message, code } = problemIn(response?.getBody());
  const wait = Number(response?.getHeader('Retry-After')) || 0;
  return new CallError(message || FALLBACK, response?.getStatus() ?? 0, code ?? null, {}, wait);
};

/** Resolves when the server has all bytes. Rejects with a CallError, or with the signal's reason. */
export async function sendBytes(
  apiUrl: string,
  { bytes, sessionId, metadata, signal, onSession, onSent, onAcknowledged }: ByteSending,
): Promise<void> {
  const { Upload } = await loadProtocol();
  signal.throwIfAborted();
  const address = `${apiUrl}/uploads/sessions`;
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(bytes as File, {
      ...(sessionId ? { uploadUrl: `${address}/${sessionId}` } : { endpoint: address }),
      metadata,
      chunkSize: UPLOAD_CHUNK_BYTES,
      retryDelays: null,
      // The browser's storage has the keys of the specification only; the server knows what has arrived.
      storeFingerprintForResuming: false,
      onBeforeRequest: (request) => {
        (request.getUnderlyingObject() as XMLHttpRequest).withCredentials = true;
      },
      onAfterResponse: (_, response) => {
        const offset = response.getHeader('Upload-Offset');
        if (response.getStatus() < 300 && offset) onAcknowledged(Number(offset));
      },
      onUploadUrlAvailable: () => onSession(upload.url?.split('/').at(-1) ?? ''),
      onProgress: (sent) => onSent(sent),
      onError: (error) => reject(callErrorOf(error)),
      onSuccess: () => resolve(),
    });
    signal.addEventListener(
      'abort',
      () => {
        void upload.abort();
        reject(signal.reason);
      },
      { once: true },
    );
    upload.start();
  });
}
