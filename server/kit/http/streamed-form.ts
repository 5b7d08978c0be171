/** Forms of which one file is large: it goes on as it arrives, and is only then looked at with the texts beside it. */

import type { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';

/** Where the large file of one form goes; made when the address and the right to call have been checked. */
export type Reception<Input, Reply> = {
  /** Bytes that the whole request may have. */
  maxBytes: number;
  /**
   * Takes the file, of which `name` is what its sender calls it, and answers its bytes. The source breaks when the sender
   * leaves or the form is refused.
   */
  take(source: Readable, name: string): Promise<number>;
  /** Answers the call, once the form is whole and its texts fit. */
  finish(input: Input): Promise<Reply>;
  /** Nothing is to be kept of the file: the form or the call was refused. */
  discard(): Promise<void>;
};

/** Hands the large file of a form on, and knows how to stop that. */
export function createIntake(take: Reception<never, unknown>['take']) {
  let source: Readable | null = null;
  let taking: Promise<number> = Promise.resolve(0);
  return {
    // Resolves to the file's bytes when it has been taken whole.
    receive({ file, filename }: MultipartFile): Promise<number> {
      source = file;
      taking = take(file, filename ?? '');
      return taking;
    },
    // Breaks the file off; resolves when nobody writes any more.
    async stop(): Promise<void> {
      source?.destroy(new Error('this form was refused'));
      await taking.catch(() => {});
    },
  };
}
