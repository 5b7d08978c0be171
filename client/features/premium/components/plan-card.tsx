import type { ReactNode } from 'react';
import { Badge } from '#client/ui/badge.tsx';
import type { PremiumFacts } from '#contract/premium/api.ts';
import { CountUp } from './count-up.tsx';
import { plansOf, savingOf } from './plan-labels.ts';

/**
 * Both plans in one card. They are selected with two radio buttons and premium.css, so this works without scripts. Monthly is the
 * default, so that nobody pays for a year by accident.
 */
export function PlanCard({ facts, children }: { facts: PremiumFacts; children: ReactNode }) {
  const { listPrice, saving, free } = savingOf(facts);
  const plans = plansOf(facts);
  return (
    <section
      className="panel border-[color-mix(in_oklab,var(--tungsten)_45%,transparent)] bg-[color-mix(in_oklab,var(--tungsten)_13%,var(--surface))] p-5 md:p-7"
      aria-labelledby="plan-title"
    >
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h3 id="plan-title" className="display text-h3">
          Premium
        </h3>
        <fieldset className="theme-toggle intervals border-line-strong">
          <legend className="sr-only">Billing period</legend>
          {plans.map(({ interval, label }) => (
            <label key={interval} className="relative">
              <input
                type="radio"
                className="absolute inset-0 size-full cursor-pointer opacity-0"
                name="interval"
                value={interval}
                defaultChecked={interval === 'monthly'}
              />
              {label}
              {interval === 'yearly' && free && <Badge tone="tungsten">{free}</Badge>}
            </label>
          ))}
        </fieldset>
      </div>
      {plans.map(({ interval, sum, per }) => (
        <div key={interval} className={`for-${interval}`}>
          <p className="mt-7 flex flex-wrap items-baseline gap-x-3">
            {interval === 'yearly' && listPrice && (
              <s className="text-h3 text-muted">
                <span className="sr-only">Instead of </span>
                {listPrice}
              </s>
            )}
            <span className="display text-page">{sum}</span> <span className="text-muted">{per}</span>
          </p>
          <p className="mt-2 min-h-12">{interval === 'yearly' ? saving : 'All of Premium, one month at a time.'}</p>
        </div>
      ))}
      {facts.members > 0 && (
        <p className="mt-3 flex items-baseline gap-2.5 border-t border-line-strong pt-5">
          <span className="display text-h2">
            <CountUp to={facts.members} />
          </span>{' '}
          <span className="text-muted">{facts.members === 1 ? 'member has' : 'members have'} Premium</span>
        </p>
      )}
      {children}
    </section>
  );
}
