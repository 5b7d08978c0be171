import { Badge } from '#client/ui/badge.tsx';
import { DemoMark } from '#client/ui/demo-mark.tsx';
import type { PremiumFacts } from '#contract/premium/api.ts';
import { PlaceLink } from './place-link.tsx';
import { atLeast, dollars } from './plan-labels.ts';
import { TwoCuts } from './two-cuts.tsx';

/**
 * The hero section. It is dark in both themes, like that of the home page. `plans` is the label of the button that leads to the
 * plans.
 */
export function PremiumHero({ facts, plans }: { facts: PremiumFacts; plans: string }) {
  return (
    <section className="premium-hero" data-theme="dark" id="premium-top" tabIndex={-1} aria-labelledby="premium-title">
      <div className="wrap grid items-center gap-9 py-14 md:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] md:py-21">
        <div className="min-w-0">
          <Badge tone="tungsten" icon="lock">
            Premium
          </Badge>
          <h1 id="premium-title" className="display mt-5 text-display">
            Straight to the file.
          </h1>
          <p className="mt-5.5 max-w-[44ch] text-lead">
            Every Premium pack, no ads before downloads, and priority on your requests. From{' '}
            {dollars(facts.monthlyPrice)} a month.
          </p>
          <div className="mt-7 flex flex-wrap items-center gap-4">
            <PlaceLink place="plans" variant="premium" size="lg">
              {plans}
            </PlaceLink>
            <p>
              {facts.members > 0 ? (
                <>
                  Join <b>{atLeast(facts.members)}</b> members
                </>
              ) : (
                'Be the first member'
              )}
            </p>
            {facts.isDemo.counts && <DemoMark />}
          </div>
        </div>
        <TwoCuts />
      </div>
    </section>
  );
}
