// Uploads that were given up: the server is told, again while it is still busy with the last bytes of one.

import type { AppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import { endUploadSession } from './api.ts';

/** Attempts before it is left to the server, which sweeps what nothing was heard of. */
const MOST_ATTEMPTS = 6;
const FIRST_WAIT_MS = 250;

const end = async ({ transport }: AppContext, id: string): Promise<void> => {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    try {
      await endUploadSession(transport, { params: { id } });
      return;
    } catch (error) {
      const isOver = error instanceof CallError && error.status >= 400 && error.status < 500;
      if (isOver && (error as CallError).code !== 'UPLOAD_BUSY') return;
      await new Promise((resolve) => setTimeout(resolve, FIRST_WAIT_MS * 2 ** attempt));
    }
  }
};

export function createUploadAborts(context: AppContext) {
  const going = new Set<Promise<void>>();
  return {
    drop(id: string | null): void {
      if (id === null) return;
      const ended = end(context, id).finally(() => going.delete(ended));
      going.add(ended);
    },
    // Resolves when everything is gone that was given up so far.
    async allGone(): Promise<void> {
      await Promise.all(going);
    },
  };
}
