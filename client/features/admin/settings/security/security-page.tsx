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

/** `max` is the time from the specification, which administrators can only shorten (product.md ID-2). */
const times = [
  { name: 'sessionIdleDays', label: 'Log out inactive members after (days)', max: 30 },
  { name: 'sessionMaxDays', label: 'Maximum member session length (days)', max: 90 },
  { name: 'adminSessionIdleHours', label: 'Log out inactive admins after (hours)', max: 24 },
  { name: 'adminSessionMaxDays', label: 'Maximum admin session length (days)', max: 7 },
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
        label="Require two-factor for administrators"
        hint="Admins without two-factor lose access until they turn it on. Turn it on for yourself first."
        {...form.field('adminTwoFactorRequired')}
      />
      <fieldset className="grid gap-5 sm:grid-cols-2">
        <legend className="mb-2 text-sm text-muted">
          Session limits. Shorter limits also apply to existing sessions.
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

/** Two-factor and session policies, and the list of administrators (product.md AD-7). */
export function SecurityPage() {
  return (
    <div className="grid gap-5">
      <Loaded of={adminSettingsRead}>{(settings) => <PolicyForm settings={settings} />}</Loaded>
      <Administrators />
    </div>
  );
}
