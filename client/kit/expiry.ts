// Detects that the session has ended while a page was open. Used for all API calls, including those of forms.

import type { AppContext } from '#client/kit/data/app-context.ts';
import { CallError, type Transport } from '#client/kit/data/call.ts';

/**
 * Wraps a transport. If the session has ended, asks the user to log in again and repeats the call. If the user declines, the
 * original error is thrown. If a GET request is rejected because the user is suspended, refreshes the session; the response to
 * the refresh contains the reason.
 */
export function watchExpiry(transport: Transport, person: AppContext['person']): Transport {
  return async (...call) => {
    try {
      return await transport(...call);
    } catch (error) {
      const [method, path, { bearer }] = call;
      // The session check handles an expired session itself. Pages count notifications and ask how much one may post on their own, which must not interrupt.
      // A bearer token may expire while the session is still valid.
      const isSettledElsewhere =
        /^\/api\/(auth\/me|notifications\/unread|forum\/allowance)$/.test(path) || bearer !== undefined;
      if (!(error instanceof CallError) || person.current === null || isSettledElsewhere) throw error;
      // Only for GET requests, because other rejected requests show their own error message.
      if (error.code === 'BANNED' && method === 'GET') person.onSuspended?.();
      if (error.code !== 'SIGN_IN_REQUIRED' || !(await person.onExpired?.())) throw error;
      return await transport(...call);
    }
  };
}
