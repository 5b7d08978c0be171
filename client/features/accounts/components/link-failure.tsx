import type { ReactNode } from 'react';
import type { LinkToken } from '#client/features/accounts/use-link-token.ts';
import { Message } from '#client/ui/overlay/message.tsx';

/** Explains why an emailed link cannot be used, and what to do next. Renders nothing while the URL is being read. */
export function LinkTrouble({ state, children }: { state: LinkToken['state'] | 'expired'; children: ReactNode }) {
  if (state === 'reading' || state === 'read') return null;
  return (
    <>
      <Message tone={state === 'none' ? 'info' : 'error'}>
        {state === 'none' && 'Open this page using the link we emailed you.'}
        {state === 'incomplete' && 'This link is incomplete. Copy the whole link from the email.'}
        {state === 'expired' && 'This link is no longer valid. Request a new one.'}
      </Message>
      <div className="mt-5">{children}</div>
    </>
  );
}
