import { AdPanel } from '#client/features/downloads/components/ad-panel.tsx';
import { numeric } from '#client/kit/settings/setting-fields.ts';
import { SaveRow, SettingsBlock } from '#client/kit/settings/settings-block.tsx';
import { useSettingsForm } from '#client/kit/settings/use-settings-form.ts';
import { TextArea, TextField } from '#client/ui/forms/text-field.tsx';
import { type AdminSettings, editableSettings } from '#contract/admin/settings.ts';

const schema = editableSettings.pick({ adCountdownSeconds: true, houseAdTitle: true, houseAdText: true }).required();

/** Settings for the page before a free download: the countdown, and the house ad shown when there are no other ads. */
export function AdPageBlock({ settings }: { settings: AdminSettings }) {
  const { adCountdownSeconds, houseAdTitle, houseAdText } = settings;
  const form = useSettingsForm({ schema, defaults: { adCountdownSeconds, houseAdTitle, houseAdText } });
  const [title, text] = form.form.watch(['houseAdTitle', 'houseAdText']);
  return (
    <SettingsBlock
      title="Ad page"
      about="Shown before a free download. If no advertisement is active, it promotes Premium."
    >
      <div className="grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_18rem]">
        <form className="grid gap-4" method="post" noValidate onSubmit={form.submit}>
          <TextField
            label="Countdown in seconds"
            hint="0 to 60. Users can skip it at any time."
            type="number"
            min="0"
            max="60"
            {...numeric(form, 'adCountdownSeconds')}
          />
          <TextField label="Premium heading" maxLength={80} {...form.field('houseAdTitle')} />
          <TextArea label="Premium text" rows={3} maxLength={300} {...form.field('houseAdText')} />
          <SaveRow {...form} />
        </form>
        <AdPanel ad={{ title, text, action: 'Upgrade to Premium', href: '/premium', imageUrl: null }} />
      </div>
    </SettingsBlock>
  );
}
