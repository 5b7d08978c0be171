import { Stat } from '#client/ui/charts/stat.tsx';
import type { PremiumFacts } from '#contract/premium/api.ts';
import { atLeast } from './plan-labels.ts';

/** The three key figures (specification, section 2). Two of them are actual counts; the third is always the same. */
export function PremiumNumbers({ members, resources }: Pick<PremiumFacts, 'members' | 'resources'>) {
  return (
    <section aria-label="Premium in numbers">
      <dl className="stat-row sm:grid-cols-3">
        <Stat value={atLeast(members)} label="members" />
        <Stat value={atLeast(resources)} label="premium resources" />
        <Stat value="24/7" label="support" className="max-sm:col-span-2" />
      </dl>
    </section>
  );
}
