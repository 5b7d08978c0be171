// A session that ends while its page is open: noticed in one place, for forms and single presses alike.

import type { AppContext } from '#client/kit/data/app-context.ts';
import { CallError, type Transport } from '#client/kit/data/call.ts';

/**
 * A transport that, when the site no longer knows the person of this page, lets them log in again and then makes the
 * same call once more. Who stays away gets the refusal, as without it. What a suspended person reads is refused too: then the
 * page asks who is signed in, and the answer says why.
 */
export function watchExpiry(transport: Transport, person: AppContext['person']): Transport {
  return async (...call) => {
    try {
      return await transport(...call);
    } catch (error) {
      const [method, path, { bearer }] = call;
      // What asks who is signed in settles that itself; and a token may end while the sign-in goes on.
      const isSettledElsewhere = path === '/api/auth/me' || bearer !== undefined;
      if (!(error instanceof CallError) || person.current === null || isSettledElsewhere) throw error;
      // An act that is refused shows its own sentence.
      if (error.code === 'BANNED' && method === 'GET') person.onSuspended?.();
      if (error.code !== 'SIGN_IN_REQUIRED' || !(await person.onExpired?.())) throw error;
      return await transport(...call);
    }
  };
}
