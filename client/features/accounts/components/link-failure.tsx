import type { ReactNode } from 'react';
import type { LinkToken } from '#client/features/accounts/use-link-token.ts';
import { Message } from '#client/ui/overlay/message.tsx';

/** A mail's link that cannot be used, and the way on. Draws nothing while the address is being read. */
export function LinkTrouble({ state, children }: { state: LinkToken['state'] | 'expired'; children: ReactNode }) {
  if (state === 'reading' || state === 'read') return null;
  return (
    <>
      <Message tone={state === 'none' ? 'info' : 'error'}>
        {state === 'none' && 'This page opens from a link that we send by e-mail.'}
        {state === 'incomplete' && 'This link is not complete. Copy all of it out of the mail.'}
        {state === 'expired' && 'This link is not valid any more. Ask for a new one.'}
      </Message>
      <div className="mt-5">{children}</div>
    </>
  );
}
