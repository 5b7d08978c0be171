/** Forms with one large file: the file is streamed as it arrives, and validated with the other fields afterwards. */

import type { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';

/** Destination of a form's large file; created once the URL and the caller's permission have been checked. */
export type Reception<Input, Reply> = {
  /** Maximum size of the whole request in bytes. */
  maxBytes: number;
  /**
   * Consumes the file and returns its size in bytes; `name` is the sender's file name. The source fails when the sender
   * disconnects or the form is rejected.
   */
  take(source: Readable, name: string): Promise<number>;
  /** Produces the reply once the form is complete and its fields are valid. */
  finish(input: Input): Promise<Reply>;
  /** Discards the file because the form or the request was rejected. */
  discard(): Promise<void>;
};

/** Passes on the large file of a form and can abort it. */
export function createIntake(take: Reception<never, unknown>['take']) {
  let source: Readable | null = null;
  let taking: Promise<number> = Promise.resolve(0);
  return {
    // Resolves to the size of the file once all of it has been consumed.
    receive({ file, filename }: MultipartFile): Promise<number> {
      source = file;
      taking = take(file, filename ?? '');
      return taking;
    },
    // Aborts the file; resolves when nothing is being written any more.
    async stop(): Promise<void> {
      source?.destroy(new Error('this form was rejected'));
      await taking.catch(() => {});
    },
  };
}
