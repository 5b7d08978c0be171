import type { AdminSettings } from '#contract/administration.ts';
import { RowsEditor } from './rows-editor.tsx';
import { useSaveSettings } from './setting-fields.ts';
import { SettingsBlock } from './settings-block.tsx';
import { useRows } from './use-rows.ts';

const asRows = (lines: readonly string[]) => lines.map((line) => ({ line }));

/** What Premium brings, in the order of its page. */
export const BenefitsBlock = ({ settings }: { settings: AdminSettings }) => {
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
};

/** What members have said. The site makes nobody up: without any, the page has no such section. */
export const TestimonialsBlock = ({ settings }: { settings: AdminSettings }) => {
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
      about="Words of real people, with their agreement. The page about Premium shows the first three; without any, it has no such part."
    >
      <RowsEditor
        rows={rows}
        what="testimonial"
        columns={[
          { name: 'name', label: 'Name', max: 60 },
          { name: 'about', label: 'Who they are', max: 80 },
          { name: 'text', label: 'What they say', max: 400, long: true },
        ]}
        max={12}
        empty="Nobody has been quoted yet."
      />
    </SettingsBlock>
  );
};
