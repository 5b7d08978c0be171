// Detects in one place that the session ended while a page was open, for forms and single actions.

import type { AppContext } from '#client/kit/data/app-context.ts';
import { CallError, type Transport } from '#client/kit/data/call.ts';

/**
 * A transport that asks for a new login when the session has ended, then repeats the call. If the user declines, the
 * original error is thrown. If a read is refused because the user is suspended, it refreshes the session, and that
 * response says why.
 */
export function watchExpiry(transport: Transport, person: AppContext['person']): Transport {
  return async (...call) => {
    try {
      return await transport(...call);
    } catch (error) {
      const [method, path, { bearer }] = call;
      // The session check handles this itself, and a bearer token may expire while the session is still valid.
      const isSettledElsewhere = path === '/api/auth/me' || bearer !== undefined;
      if (!(error instanceof CallError) || person.current === null || isSettledElsewhere) throw error;
      // A refused action shows its own error message.
      if (error.code === 'BANNED' && method === 'GET') person.onSuspended?.();
      if (error.code !== 'SIGN_IN_REQUIRED' || !(await person.onExpired?.())) throw error;
      return await transport(...call);
    }
  };
}
