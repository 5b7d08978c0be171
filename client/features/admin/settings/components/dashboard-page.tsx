import { SettingsForm, Toggle } from '#client/kit/settings/form-parts.tsx';
import { Loaded } from '#client/kit/settings/loaded.tsx';
import { adminSettingsRead } from '#client/kit/settings/settings-api.ts';
import { useSettingsForm } from '#client/kit/settings/use-settings-form.ts';
import { TextArea, TextField } from '#client/ui/forms/text-field.tsx';
import { SITE_DESCRIPTION_MAX_CHARACTERS, SITE_NAME_MAX_CHARACTERS } from '#contract/admin/limits.ts';
import { type AdminSettings, editableSettings } from '#contract/admin/settings.ts';

const schema = editableSettings
  .pick({
    siteName: true,
    siteDescription: true,
    maintenanceMode: true,
    registrationEnabled: true,
    maxUploadSize: true,
    defaultUserQuota: true,
  })
  .required();

const SiteForm = ({ settings }: { settings: AdminSettings }) => {
  const { uses } = settings;
  const form = useSettingsForm({
    schema,
    defaults: {
      siteName: settings.siteName,
      siteDescription: settings.siteDescription,
      maintenanceMode: settings.maintenanceMode,
      registrationEnabled: settings.registrationEnabled,
      maxUploadSize: settings.maxUploadSize,
      defaultUserQuota: settings.defaultUserQuota,
    },
  });
  const gigabytes = (name: 'maxUploadSize' | 'defaultUserQuota', label: string) => {
    const { error } = form.field(name);
    return (
      <TextField
        label={label}
        hint={uses[name]}
        type="number"
        step="any"
        min={0}
        required
        error={error}
        {...form.form.register(name, { valueAsNumber: true })}
      />
    );
  };
  return (
    <SettingsForm form={form}>
      <TextField
        label="Site name"
        hint={uses.siteName}
        required
        maxLength={SITE_NAME_MAX_CHARACTERS}
        autoComplete="off"
        {...form.field('siteName')}
      />
      <TextArea
        label="Site description"
        hint={uses.siteDescription}
        required
        rows={2}
        maxLength={SITE_DESCRIPTION_MAX_CHARACTERS}
        {...form.field('siteDescription')}
      />
      <Toggle label="Maintenance mode" hint={uses.maintenanceMode} {...form.field('maintenanceMode')} />
      <Toggle label="Registrations" hint={uses.registrationEnabled} {...form.field('registrationEnabled')} />
      <div className="grid gap-5 sm:grid-cols-2">
        {gigabytes('maxUploadSize', 'Maximum upload size (GB)')}
        {gigabytes('defaultUserQuota', 'Default user quota (GB)')}
      </div>
    </SettingsForm>
  );
};

/** The site settings form (specification, section 2, 'Admin settings'). */
export function DashboardPage() {
  return <Loaded of={adminSettingsRead}>{(settings) => <SiteForm settings={settings} />}</Loaded>;
}
