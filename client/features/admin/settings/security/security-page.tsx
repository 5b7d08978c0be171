import { SettingsForm, Toggle } from '#client/kit/settings/form-parts.tsx';
import { Loaded } from '#client/kit/settings/loaded.tsx';
import { adminSettingsRead } from '#client/kit/settings/settings-api.ts';
import { useSettingsForm } from '#client/kit/settings/use-settings-form.ts';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { type AdminSettings, editableSettings } from '#contract/admin/settings.ts';
import { Administrators } from './administrators.tsx';

const schema = editableSettings
  .pick({
    adminTwoFactorRequired: true,
    sessionIdleDays: true,
    sessionMaxDays: true,
    adminSessionIdleHours: true,
    adminSessionMaxDays: true,
  })
  .required();

/** The specified times are the most that can be chosen (product.md ID-2). */
const times = [
  { name: 'sessionIdleDays', label: 'Members, not used (days)', max: 30 },
  { name: 'sessionMaxDays', label: 'Members, at most (days)', max: 90 },
  { name: 'adminSessionIdleHours', label: 'Administrators, not used (hours)', max: 24 },
  { name: 'adminSessionMaxDays', label: 'Administrators, at most (days)', max: 7 },
] as const;

const PolicyForm = ({ settings }: { settings: AdminSettings }) => {
  const form = useSettingsForm({
    schema,
    defaults: {
      adminTwoFactorRequired: settings.adminTwoFactorRequired,
      sessionIdleDays: settings.sessionIdleDays,
      sessionMaxDays: settings.sessionMaxDays,
      adminSessionIdleHours: settings.adminSessionIdleHours,
      adminSessionMaxDays: settings.adminSessionMaxDays,
    },
  });
  return (
    <SettingsForm title="Two-factor and session policy" form={form}>
      <Toggle
        label="Administrators need two-factor sign-in"
        hint="Whoever does not have it is let into the administration again once they have turned it on. You need it yourself first."
        {...form.field('adminTwoFactorRequired')}
      />
      <fieldset className="grid gap-5 sm:grid-cols-2">
        <legend className="mb-2 text-sm text-muted">
          When sign-ins end by themselves. Shorter times count at once, for those that are running too.
        </legend>
        {times.map(({ name, label, max }) => (
          <TextField
            key={name}
            label={label}
            hint={`1 to ${max}`}
            type="number"
            min={1}
            max={max}
            required
            error={form.field(name).error}
            {...form.form.register(name, { valueAsNumber: true })}
          />
        ))}
      </fieldset>
    </SettingsForm>
  );
};

/** Two-factor and session policy, and who administers the site (product.md AD-7). */
export function SecurityPage() {
  return (
    <div className="grid gap-5">
      <Loaded of={adminSettingsRead}>{(settings) => <PolicyForm settings={settings} />}</Loaded>
      <Administrators />
    </div>
  );
}
