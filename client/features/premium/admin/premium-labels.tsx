import { premiumRead } from '#client/features/premium/components/premium-reads.ts';
import { Loaded } from '#client/kit/settings/loaded.tsx';
import { RowsEditor } from '#client/kit/settings/rows-editor.tsx';
import { useSaveSettings } from '#client/kit/settings/setting-fields.ts';
import { SettingsBlock } from '#client/kit/settings/settings-block.tsx';
import { useRows } from '#client/kit/settings/use-rows.ts';
import { Message } from '#client/ui/overlay/message.tsx';
import type { AdminSettings } from '#contract/admin/settings.ts';
import type { PremiumFacts } from '#contract/premium/api.ts';

const asRows = (lines: readonly string[]) => lines.map((line) => ({ line }));

/** What Premium brings, in the order of its page. */
export function BenefitsBlock({ settings }: { settings: AdminSettings }) {
  const save = useSaveSettings();
  const rows = useRows('premiumBenefits', ['line'], asRows(settings.premiumBenefits), async (values) => {
    const saved = await save({ premiumBenefits: values.map(({ line = '' }) => line) });
    return asRows(saved.premiumBenefits);
  });
  return (
    <SettingsBlock
      title="Benefits"
      about="What the page about Premium promises, in this order. 'Chat role and channels' is left out while no bot has a role to give, 'A bypass chat command' while Discord sends no signed commands."
    >
      <RowsEditor
        rows={rows}
        what="benefit"
        columns={[{ name: 'line', label: 'Benefit', max: 120 }]}
        max={20}
        empty="No benefits are listed."
      />
    </SettingsBlock>
  );
}

/** What the page about Premium shows in place of the site's own, while the demo is there. */
const DemoShown = ({ facts: { members, resources, testimonials, isDemo } }: { facts: PremiumFacts }) => {
  if (!isDemo.counts && !isDemo.testimonials) return null;
  const names = testimonials.map(({ name }) => name).join(', ');
  return (
    <Message tone="info" className="mb-5">
      The page about Premium shows demo content now.
      {isDemo.counts && ` Its counts are ${members}+ members and ${resources}+ resources, not measured ones.`}
      {isDemo.testimonials && ` Its testimonials are by ${names}; your own replace them.`} Remove the demo to end this.
    </Message>
  );
};

/** What members have said. The site makes nobody up: without any, the page has no such section. */
export function TestimonialsBlock({ settings }: { settings: AdminSettings }) {
  const save = useSaveSettings();
  const rows = useRows('testimonials', ['name', 'about', 'text'], settings.testimonials, async (values) => {
    const saved = await save({
      testimonials: values.map(({ name = '', about = '', text = '' }) => ({ name, about, text })),
    });
    return saved.testimonials;
  });
  return (
    <SettingsBlock
      title="Testimonials"
      about="Words of real people, with their agreement. The page about Premium shows the first three; without any of yours, it shows none, or the demo's while the demo is there."
    >
      <Loaded of={premiumRead}>{(facts) => <DemoShown facts={facts} />}</Loaded>
      <RowsEditor
        rows={rows}
        what="testimonial"
        columns={[
          { name: 'name', label: 'Name', max: 60 },
          { name: 'about', label: 'Who they are', max: 80 },
          { name: 'text', label: 'What they say', max: 400, long: true },
        ]}
        max={12}
        empty="You have not added a testimonial yet."
      />
    </SettingsBlock>
  );
}
