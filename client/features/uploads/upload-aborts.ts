// Cancels abandoned uploads on the server. Retries while the server is still writing their last bytes.

import type { AppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import { endUploadSession } from './api.ts';

/** Attempts before giving up. The server later removes inactive uploads on its own. */
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
    // Resolves when all uploads dropped so far have been cancelled.
    async allGone(): Promise<void> {
      await Promise.all(going);
    },
  };
}
