import { clearable, numeric } from '#client/kit/settings/setting-fields.ts';
import { SaveRow, SettingsBlock } from '#client/kit/settings/settings-block.tsx';
import { useSettingsForm } from '#client/kit/settings/use-settings-form.ts';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { type AdminSettings, editableSettings } from '#contract/admin/settings.ts';
import { yearlySaving } from '#contract/premium/prices.ts';

const schema = editableSettings
  .pick({ monthlyPrice: true, yearlyPrice: true, yearlyListPrice: true, membershipUrl: true })
  .required();

const money = { type: 'number', step: '0.01', min: '0', inputMode: 'decimal' } as const;

/** Form for the prices in dollars, the yearly saving, and the membership page. */
export function PlansBlock({ settings }: { settings: AdminSettings }) {
  const { monthlyPrice, yearlyPrice, yearlyListPrice, membershipUrl } = settings;
  const form = useSettingsForm({ schema, defaults: { monthlyPrice, yearlyPrice, yearlyListPrice, membershipUrl } });
  const [list, yearly] = form.form.watch(['yearlyListPrice', 'yearlyPrice']);
  const saving = yearlySaving({ list, price: yearly });
  return (
    <SettingsBlock title="Plans" about="Prices on the Premium page, in US dollars.">
      <form className="grid gap-4" method="post" noValidate onSubmit={form.submit}>
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField label="Monthly price" {...money} {...numeric(form, 'monthlyPrice')} />
          <TextField label="Yearly price" {...money} {...numeric(form, 'yearlyPrice')} />
          <TextField label="Yearly list price" {...money} {...numeric(form, 'yearlyListPrice')} />
        </div>
        <p role="status">{saving ? `Yearly saves ${saving}` : 'Paying yearly saves nothing at these prices.'}</p>
        <TextField
          label="Membership page"
          hint="The subscribe buttons open this page."
          type="url"
          placeholder="https://"
          {...clearable(form, 'membershipUrl')}
        />
        <SaveRow {...form} />
      </form>
    </SettingsBlock>
  );
}
