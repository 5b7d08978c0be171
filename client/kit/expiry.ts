// A session that ends while its page is open: noticed in one place, for forms and single presses alike.
import { CallError, type Transport } from '#client/kit/data/call.ts';
import type { Services } from '#client/kit/data/services.ts';

/**
 * A transport that, when the site no longer knows the person of this page, lets them log in again and then makes the
 * same call once more. Who stays away gets the refusal, as without it.
 */
export const watchExpiry =
  (transport: Transport, person: Services['person']): Transport =>
  async (...call) => {
    try {
      return await transport(...call);
    } catch (error) {
      const isExpired = error instanceof CallError && error.code === 'SIGN_IN_REQUIRED' && person.current !== null;
      // What asks who is signed in settles that itself; and a token may end while the sign-in goes on.
      const isSettledElsewhere = call[1] === '/api/auth/me' || call[2].bearer !== undefined;
      if (!isExpired || isSettledElsewhere || !(await person.onExpired?.())) throw error;
      return await transport(...call);
    }
  };
