import { useEffect } from 'react';
import { Benefits } from '#client/features/premium/components/benefits.tsx';
import { OwnPremium } from '#client/features/premium/components/own-premium.tsx';
import { PlaceLink } from '#client/features/premium/components/place-link.tsx';
import { PlanCard } from '#client/features/premium/components/plan-card.tsx';
import { PremiumHero } from '#client/features/premium/components/premium-hero.tsx';
import { PremiumNumbers } from '#client/features/premium/components/premium-numbers.tsx';
import { ownPremiumRead, premiumRead } from '#client/features/premium/components/premium-reads.ts';
import { Questions } from '#client/features/premium/components/questions.tsx';
import {
  OpenToMembers,
  RunningMembership,
  useRunningMembership,
} from '#client/features/premium/components/running-membership.tsx';
import { Subscribe } from '#client/features/premium/components/subscribe.tsx';
import { Testimonials } from '#client/features/premium/components/testimonials.tsx';
import { useLeaving } from '#client/features/premium/components/use-leaving.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import type { PageSpec } from '#client/kit/data/page.ts';
import { load, loadedOf, useLoaded, useRead } from '#client/kit/data/query.ts';
import { useAuth } from '#client/kit/session.tsx';
import { Ruler } from '#client/ui/charts/ruler.tsx';
import { premiumHead, premiumTitle } from './premium-head.ts';
import './premium.css';

export const page: PageSpec = {
  load: async ({ context }) => {
    // The user's own Premium is optional on this page, so it does not matter if it fails to load.
    const own = context.person.current ? load(context, ownPremiumRead).catch(() => undefined) : undefined;
    await Promise.all([load(context, premiumRead), own]);
    return undefined;
  },
  head: ({ context }) =>
    import.meta.env.SSR ? premiumHead(context, loadedOf(context, premiumRead)) : { title: premiumTitle(context) },
};

/** Loads the user's own Premium if the user only became known after the page had loaded. */
const useOwn = (): void => {
  const context = useAppContext();
  const { session } = useAuth();
  const own = useLoaded(ownPremiumRead);
  const isMissing = session.state === 'signed-in' && own === undefined;
  useEffect(() => {
    if (isMissing) load(context, ownPremiumRead).catch(() => {});
  }, [isMissing, context]);
};

/** /premium (specification, section 2; product.md PR-1). */
export default function PremiumPage() {
  const facts = useRead(premiumRead);
  const leaving = useLeaving(facts.membershipUrl);
  useOwn();
  const running = useRunningMembership();
  return (
    <div className="premium">
      <PremiumHero facts={facts} plans={running ? 'Your Membership' : 'View Plans'} />
      <Ruler />
      <div className="wrap flex flex-col gap-15 pt-11 pb-14 md:gap-21 md:pt-14 md:pb-21">
        <PremiumNumbers members={facts.members} resources={facts.resources} />
        <Benefits benefits={facts.benefits} />
        <section id="plans" tabIndex={-1} aria-labelledby="plans-title">
          <h2 id="plans-title" className="display mb-6 text-h2">
            {running ? 'Your membership' : 'Plans'}
          </h2>
          <div className="grid items-start gap-9 md:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] md:gap-14">
            {running ? (
              <RunningMembership own={running} facts={facts} />
            ) : (
              <PlanCard facts={facts}>
                <Subscribe label="Subscribe via Patreon" facts={facts} leaving={leaving} className="mt-6" />
              </PlanCard>
            )}
            <OwnPremium facts={facts} isRunning={running !== null} />
          </div>
        </section>
        <Testimonials testimonials={facts.testimonials} isDemo={facts.isDemo} />
        <Questions hasChatRole={facts.benefits.includes('Chat role and channels')} />
        <section
          className="panel grid gap-7 border-[color-mix(in_oklab,var(--tungsten)_45%,transparent)] bg-[color-mix(in_oklab,var(--tungsten)_13%,var(--bg))] p-5 md:grid-cols-[minmax(0,1fr)_25rem] md:items-center md:gap-14 md:p-7"
          aria-labelledby="closing-title"
        >
          <div className="min-w-0">
            <h2 id="closing-title" className="display text-page">
              The next cut is waiting.
            </h2>
            <p className="mt-4 text-muted">One membership, every Premium asset, no waiting.</p>
          </div>
          <div>
            {running ? <OpenToMembers /> : <Subscribe label="Get Premium Now" facts={facts} leaving={leaving} />}
            <PlaceLink place="premium-top" block className="mt-4">
              Learn More
            </PlaceLink>
          </div>
        </section>
      </div>
    </div>
  );
}
