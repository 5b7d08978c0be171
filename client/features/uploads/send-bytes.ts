// A single attempt to upload a file over tus. The queue (upload-queue.ts) handles retries.
import type { DetailedError } from 'tus-js-client';
import { CallError } from '#client/kit/data/call.ts';
import type { ProblemBody } from '#contract/problems.ts';
import { UPLOAD_CHUNK_BYTES } from '#contract/uploads/limits.ts';

export type ByteSending = {
  bytes: Blob;
  /** Id of the upload to resume; null starts a new one. */
  sessionId: string | null;
  /** resourceId, path, modifiedAt and, for a bundle, the number of files. */
  metadata: Record<string, string>;
  signal: AbortSignal;
  onSession(id: string): void;
  /** Bytes sent, as counted by the browser. */
  onSent(bytes: number): void;
  /** Bytes acknowledged by the server. */
  onAcknowledged(bytes: number): void;
};

const FALLBACK = 'Failed to upload files';

let coming: Promise<typeof import('tus-js-client')> | undefined;

/** Loads the tus client as soon as files are chosen, because the connection may be lost later. */
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

/** Converts an error to a CallError: the site's own error, or one with status 0 if there was no response. */
const callErrorOf = (error: Error | DetailedError): CallError => {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  const { message, code } = problemIn(response?.getBody());
  const wait = Number(response?.getHeader('Retry-After')) || 0;
  return new CallError(message || FALLBACK, response?.getStatus() ?? 0, code ?? null, {}, wait);
};

/** Resolves once the server has all bytes. Rejects with a CallError or the abort reason. */
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
      // Only the keys listed in the specification may be kept in browser storage. The server knows how much it has received.
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
