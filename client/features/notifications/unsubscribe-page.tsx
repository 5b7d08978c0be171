import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { AccountCard } from '#client/features/accounts/components/account-card.tsx';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import type { PageSpec } from '#client/kit/data/page.ts';
import { load, read, useLoaded } from '#client/kit/data/query.ts';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { getUnsubscription, unsubscribe } from './api.ts';
import { NOTIFICATION_SETTINGS_PATH } from './components/addresses.ts';

const TITLE = 'Email settings';

/** The token is in the query rather than in the fragment, because mail programs send their request to the same address. */
const linkRead = (token: string) => read(getUnsubscription, { query: { token } });

const SettingsLink = ({ children }: { children: ReactNode }) => (
  <Link to={NOTIFICATION_SETTINGS_PATH} className={buttonClass({ block: true, className: 'mt-5' })}>
    {children}
  </Link>
);

const Trouble = ({ message }: { message: string }) => (
  <AccountCard title={TITLE}>
    <Message tone="error">{message}</Message>
    <SettingsLink>Open your settings</SettingsLink>
  </AccountCard>
);

export const page: PageSpec = {
  load: async ({ context, url }) => {
    const token = url.searchParams.get('token');
    if (token) await load(context, linkRead(token));
    return undefined;
  },
  head: ({ context }) => ({ title: `${TITLE} - ${context.site.siteName}`, canonical: null }),
  Failure: ({ failure }) => (
    <Trouble
      message={
        failure.code === 'BAD_INPUT' ? 'This link is incomplete. Copy the whole link from the email.' : failure.message
      }
    />
  ),
};

const Question = ({ token, what, onDone }: { token: string; what: string; onDone: () => void }) => {
  const { transport } = useAppContext();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      await unsubscribe(transport, { body: { token } });
      onDone();
    } catch (error) {
      setFailure(error instanceof CallError ? error.message : unsubscribe.fallback);
      setBusy(false);
    }
  };
  return (
    // Without scripts, the form sends what mail programs send, whose response has no content.
    <form method="post" action={`/unsubscribe?token=${token}`} onSubmit={(event) => void send(event)}>
      {failure && (
        <Message tone="error" className="mb-4">
          {failure}
        </Message>
      )}
      <p>
        You will no longer receive <strong>{what}</strong>. Notifications on the site stay on.
      </p>
      <Button type="submit" variant="solid" size="lg" block busy={isBusy} className="mt-5">
        Unsubscribe
      </Button>
      <noscript>
        <p className="mt-4 text-sm text-muted">
          This page doesn't change after you press the button. Reload it to check.
        </p>
      </noscript>
    </form>
  );
};

const TokenAnswer = ({ token }: { token: string }) => {
  const link = useLoaded(linkRead(token));
  const [isDone, setDone] = useState(false);
  if (!link) return null;
  const { what, isOff } = link;
  if (!isDone && !isOff) return <Question token={token} what={what} onDone={() => setDone(true)} />;
  return (
    <>
      <Message tone="success">
        {isDone ? `You have unsubscribed from ${what}.` : `You are already unsubscribed from ${what}.`}
      </Message>
      <SettingsLink>Change email settings</SettingsLink>
    </>
  );
};

/** Opened by the link at the end of an email. Works without a login. */
export default function UnsubscribePage() {
  const [parameters] = useSearchParams();
  const token = parameters.get('token');
  if (!token) return <Trouble message="This link is incomplete. Copy the whole link from the email." />;
  return (
    <AccountCard title={TITLE}>
      <TokenAnswer key={token} token={token} />
    </AccountCard>
  );
}
