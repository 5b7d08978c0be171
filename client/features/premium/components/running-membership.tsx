// Shown instead of the purchase sections to users with a membership that renews.
import { Link } from 'react-router';
import { useLoaded } from '#client/kit/data/query.ts';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { listingPath } from '#contract/paths.ts';
import type { OwnPremium, PremiumFacts } from '#contract/premium/api.ts';
import { hasRunningMembership, sourceSentences } from './membership-labels.ts';
import { ownPremiumRead } from './premium-reads.ts';

/** The user's Premium if they have a membership that renews; otherwise null. */
export function useRunningMembership(): OwnPremium | null {
  const own = useLoaded(ownPremiumRead);
  return own && hasRunningMembership(own) ? own : null;
}

/** Replaces the plans: shows where the user's Premium comes from, and where to change it. */
export function RunningMembership({ own, facts }: { own: OwnPremium; facts: PremiumFacts }) {
  return (
    <section
      className="panel border-[color-mix(in_oklab,var(--tungsten)_45%,transparent)] bg-[color-mix(in_oklab,var(--tungsten)_13%,var(--surface))] p-5 md:p-7"
      aria-labelledby="membership-title"
    >
      <h3 id="membership-title" className="display flex items-center gap-3 text-h3">
        <Icon name="check" className="text-tungsten" />
        You have Premium
      </h3>
      {sourceSentences(own).map((sentence) => (
        <p key={sentence} className="mt-4 text-lead">
          {sentence}
        </p>
      ))}
      {own.membership?.state === 'active' && (
        <p className="mt-4 text-muted">It renews automatically until you cancel on Patreon.</p>
      )}
      {facts.membershipUrl && (
        <a href={facts.membershipUrl} className={buttonClass({ size: 'lg', className: 'mt-7' })}>
          Manage on Patreon
        </a>
      )}
    </section>
  );
}

/** Replaces the closing call to action. */
export function OpenToMembers() {
  return (
    <Link
      to={listingPath({ category: 'premium' })}
      className={buttonClass({ variant: 'premium', size: 'lg', block: true })}
    >
      Browse Premium assets
    </Link>
  );
}
