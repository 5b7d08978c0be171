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

/** Form for the Premium benefits, in the order shown on the Premium page. */
export function BenefitsBlock({ settings }: { settings: AdminSettings }) {
  const save = useSaveSettings();
  const rows = useRows('premiumBenefits', ['line'], asRows(settings.premiumBenefits), async (values) => {
    const saved = await save({ premiumBenefits: values.map(({ line = '' }) => line) });
    return asRows(saved.premiumBenefits);
  });
  return (
    <SettingsBlock
      title="Benefits"
      about="Shown on the Premium page, in this order. 'Chat role and channels' is hidden if no bot can assign a role, and 'A bypass chat command' if Discord cannot send signed commands."
    >
      <RowsEditor
        rows={rows}
        what="benefit"
        columns={[{ name: 'line', label: 'Benefit', max: 120 }]}
        max={20}
        empty="No benefits yet."
      />
    </SettingsBlock>
  );
}

/** Lists the demo content that the Premium page shows. */
const DemoShown = ({ facts: { members, resources, testimonials, isDemo } }: { facts: PremiumFacts }) => {
  if (!isDemo.counts && !isDemo.testimonials) return null;
  const names = testimonials.map(({ name }) => name).join(', ');
  return (
    <Message tone="info" className="mb-5">
      The Premium page shows demo content.
      {isDemo.counts && ` The ${members}+ members and ${resources}+ resources are sample figures.`}
      {isDemo.testimonials && ` The testimonials by ${names} are samples; your own will replace them.`} Remove the demo
      content to change this.
    </Message>
  );
};

/** Form for the quotes from members. Without any quotes, the Premium page omits the section. */
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
      about="Quotes from real people, used with their permission. The Premium page shows the first three. If there are none, the section is hidden, or shows demo quotes while demo content is present."
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
        empty="No testimonials yet. Add the first one."
      />
    </SettingsBlock>
  );
}
