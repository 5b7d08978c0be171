import { Loaded } from '#client/kit/settings/loaded.tsx';
import { adminSettingsRead } from '#client/kit/settings/settings-api.ts';
import { PatreonBlock } from './patreon-block.tsx';
import { PlansBlock } from './plans-block.tsx';
import { BenefitsBlock, TestimonialsBlock } from './premium-labels.tsx';
import { PremiumSources } from './premium-sources.tsx';

/** Settings for Premium: prices, sources and the content of the Premium page. */
export function SubscriptionsPage() {
  return (
    <Loaded of={adminSettingsRead}>
      {(settings) => (
        <div className="grid gap-6">
          <PlansBlock settings={settings} />
          <PatreonBlock settings={settings} />
          <PremiumSources />
          <BenefitsBlock settings={settings} />
          <TestimonialsBlock settings={settings} />
        </div>
      )}
    </Loaded>
  );
}
