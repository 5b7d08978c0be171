import { Badge } from '#client/ui/badge.tsx';
import { DemoMark } from '#client/ui/demo-mark.tsx';
import type { PremiumFacts } from '#contract/premium.ts';
import { PlaceLink } from './place-link.tsx';
import { atLeast, dollars } from './plan-words.ts';
import { TwoCuts } from './two-cuts.tsx';

/** The opening; dark in both themes, as home's is. */
export const PremiumHero = ({ facts }: { facts: PremiumFacts }) => (
  <section className="premium-hero" data-theme="dark" id="premium-top" tabIndex={-1} aria-labelledby="premium-title">
    <div className="wrap">
      <div className="min-w-0">
        <Badge tone="tungsten" icon="lock">
          Premium
        </Badge>
        <h1 id="premium-title" className="display text-page">
          Straight to the file.
        </h1>
        <p className="premium-lead">
          Every premium pack, no ad page, and your requests first. From {dollars(facts.monthlyPrice)} a month.
        </p>
        <div className="mt-7 flex flex-wrap items-center gap-4">
          <PlaceLink place="plans" variant="premium" size="lg">
            View Plans
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
