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

/** Links to Patreon's consent page, which leads back to this page. Shows a note if the site has no Patreon credentials. */
const Connect = () => {
  const { site } = useAppContext();
  if (!site.providers.includes('patreon')) return <p className="text-muted">Patreon is not available on this site.</p>;
  return (
    <a
      href={consentPath(site.apiUrl, 'patreon', { next: '/premium' })}
      className={buttonClass({ className: 'self-start' })}
    >
      Connect Patreon
    </a>
  );
};

/** Button that checks Patreon again, for users who have just subscribed. */
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
      // This button is about to disappear, so focus the section that replaces it.
      if (isPremium) document.getElementById('plans')?.focus({ preventScroll: true });
      setAnswer("We don't see a paid membership on Patreon yet.");
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
  [listingPath({ category: 'premium' }), 'Every Premium asset'],
  ['/request', 'Priority for your requests'],
  ['/downloads', 'Your downloads'],
  ['/dashboard', 'Your linked accounts'],
] as const;

const WAYS = [
  ['Subscribe on Patreon,', 'monthly or yearly.'],
  ['Connect Patreon here.', 'Premium starts immediately.'],
  ['Or just wait:', "we'll match your email within 24 hours if it's verified here and the same on Patreon."],
] as const;

/** Lists the ways to get Premium: immediately by connecting Patreon, or within a day through a matching email. */
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
        {sentences.length === 0 && <p>All Premium benefits are active.</p>}
        {facts.membershipUrl && own?.sources.some(({ source }) => source === 'patreon') && (
          <a href={facts.membershipUrl} className={buttonClass({ className: 'self-start' })}>
            Manage on Patreon
          </a>
        )}
      </Box>
    );
  }
  if (user.patreonUsername) {
    return (
      <Box icon="info" title="Connected but not a patron">
        <p>
          {membershipNote(own) ?? `${user.patreonUsername} has no paid membership on Patreon.`} Subscribe there with
          this account and Premium starts immediately.
        </p>
        <CheckAgain />
      </Box>
    );
  }
  return (
    <Box icon="forward" title="How it works">
      <Ways />
      <Connect />
    </Box>
  );
};

/** Links shown next to the card of an active membership. */
const Reach = () => (
  <Box icon="lock" title="Included in Premium">
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

/**
 * Shown next to the plans. Explains how to get Premium, or describes the user's own Premium, unless the membership card already
 * does so (`isRunning`).
 */
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
        <Box icon="forward" title="How it works">
          <Ways />
          <p className="text-muted">
            To connect, please{' '}
            <Link to="/login?next=%2Fpremium" className="link">
              log in
            </Link>{' '}
            first.
          </p>
        </Box>
      )}
    </div>
  );
}
