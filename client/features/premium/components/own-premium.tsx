import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { consentPath, refreshLinks } from '#client/features/accounts/oauth/api.ts';
import { linkFailure } from '#client/features/accounts/oauth/components/link-failure.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { reload, useLoaded } from '#client/kit/data/query.ts';
import { isAdFree } from '#client/kit/downloads/ad-free.ts';
import { useAuth } from '#client/kit/session.tsx';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import { Icon, type IconName } from '#client/ui/icon.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import type { Account } from '#contract/accounts/api.ts';
import { listingPath } from '#contract/paths.ts';
import type { PremiumFacts } from '#contract/premium/api.ts';
import { membershipNote, sourceSentences } from './membership-labels.ts';
import { ownPremiumRead } from './premium-reads.ts';

const Box = ({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) => (
  <section className="flex flex-col gap-4 md:pt-7" aria-labelledby="own-premium-title">
    <h3 id="own-premium-title" className="display flex items-center gap-3 text-h3">
      <Icon name={icon} className="text-tungsten" />
      {title}
    </h3>
    {children}
  </section>
);

/** Leads to Patreon's consent page and back to this one; says so where the site has no credentials for it. */
const Connect = () => {
  const { site } = useAppContext();
  if (!site.providers.includes('patreon')) return <p className="text-muted">Patreon is not set up on this site.</p>;
  return (
    <a
      href={consentPath(site.apiUrl, 'patreon', { next: '/premium' })}
      className={buttonClass({ className: 'self-start' })}
    >
      Connect Patreon
    </a>
  );
};

/** Asks Patreon again, for somebody who has just subscribed there. */
const CheckAgain = () => {
  const context = useAppContext();
  const { update } = useAuth();
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<string | null>(null);
  const check = async () => {
    setBusy(true);
    try {
      const account = await refreshLinks(context.transport, {});
      const { isPremium } = await reload(context, ownPremiumRead);
      update(account);
      // This button goes with what it asked for; what stands there instead is read out.
      if (isPremium) document.getElementById('plans')?.focus({ preventScroll: true });
      setAnswer('Patreon knows of no paid membership yet.');
    } catch (error) {
      setAnswer(error instanceof Error ? error.message : refreshLinks.fallback);
    }
    setBusy(false);
  };
  return (
    <>
      <Button busy={busy} className="self-start" onClick={check}>
        Check again
      </Button>
      <p role="status" className="text-sm text-muted empty:hidden">
        {answer}
      </p>
    </>
  );
};

const REACH = [
  [listingPath({ category: 'premium' }), 'Every premium resource'],
  ['/request', 'Requests that stand first'],
  ['/downloads', 'Your downloads, straight to the file'],
  ['/dashboard', 'Your linked accounts'],
] as const;

const WAYS = [
  ['Subscribe at Patreon,', 'by the month or by the year.'],
  ['Connect Patreon here.', 'Premium begins at once.'],
  [
    'Or do nothing more:',
    'within 24 hours you are found by your e-mail address, if it is verified here and the same as at Patreon.',
  ],
] as const;

/** How one comes to Premium: connected it counts at once, by the address within a day. */
const Ways = () => (
  <ol className="grid gap-4">
    {WAYS.map(([step, rest], index) => (
      <li key={step} className="flex items-start gap-3.5 text-muted">
        <span className="tile tint mt-0.5" aria-hidden="true">
          {index + 1}
        </span>
        <span>
          <b className="font-semibold text-fg">{step}</b> {rest}
        </span>
      </li>
    ))}
  </ol>
);

const OfMember = ({ user, facts }: { user: Account; facts: PremiumFacts }) => {
  const own = useLoaded(ownPremiumRead);
  if (isAdFree(user) || own?.isPremium) {
    const sentences = own ? sourceSentences(own) : [];
    return (
      <Box icon="check" title="You have Premium">
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {sentences.length === 0 && <p>Everything that it brings is open to you.</p>}
        {facts.membershipUrl && own?.sources.some(({ source }) => source === 'patreon') && (
          <a href={facts.membershipUrl} className={buttonClass({ className: 'self-start' })}>
            Manage at Patreon
          </a>
        )}
      </Box>
    );
  }
  if (user.patreonUsername) {
    return (
      <Box icon="info" title="Connected but not a patron">
        <p>
          {membershipNote(own) ?? `${user.patreonUsername} has no paid membership at Patreon.`} Subscribe there with
          this account, and Premium begins at once.
        </p>
        <CheckAgain />
      </Box>
    );
  }
  return (
    <Box icon="forward" title="How it begins">
      <Ways />
      <Connect />
    </Box>
  );
};

/** What is within reach beside a membership that runs: its card says the rest. */
const Reach = () => (
  <Box icon="lock" title="Open to you">
    <ul className="grid gap-3">
      {REACH.map(([to, label]) => (
        <li key={to}>
          <Link to={to} className="link">
            {label}
          </Link>
        </li>
      ))}
    </ul>
  </Box>
);

/** Beside the plans: how Premium begins, or where one's own stands; `isRunning` is whether the card beside it says that. */
export function OwnPremium({ facts, isRunning }: { facts: PremiumFacts; isRunning: boolean }) {
  const { session } = useAuth();
  const [parameters] = useSearchParams();
  const failure = linkFailure(parameters.get('error'), parameters.get('provider'));
  return (
    <div className="flex flex-col gap-5">
      {failure && <Message tone="error">{failure}</Message>}
      {isRunning && <Reach />}
      {!isRunning && session.user && <OfMember user={session.user} facts={facts} />}
      {!isRunning && !session.user && (
        <Box icon="forward" title="How it begins">
          <Ways />
          <p className="text-muted">
            You need an account here:{' '}
            <Link to="/login?next=%2Fpremium" className="link">
              log in
            </Link>{' '}
            before you connect.
          </p>
        </Box>
      )}
    </div>
  );
}
