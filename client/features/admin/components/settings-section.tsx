import { Fact, SettingsForm, Toggle } from '#client/kit/settings/form-parts.tsx';
import { Loaded } from '#client/kit/settings/loaded.tsx';
import { adminSettingsRead } from '#client/kit/settings/settings-api.ts';
import { useSettingsForm } from '#client/kit/settings/use-settings-form.ts';
import { Select } from '#client/ui/forms/select.tsx';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { SITE_NAME_MAX_CHARACTERS } from '#contract/admin/limits.ts';
import { type AdminSettings, editableSettings } from '#contract/admin/settings.ts';

const schema = editableSettings
  .pick({
    siteName: true,
    multipartLimitMb: true,
    registrationEnabled: true,
    leakerApplicationsEnabled: true,
    defaultRole: true,
    cdnUrl: true,
  })
  .required();

const ROLES = [
  { value: 'USER', label: 'USER' },
  { value: 'PREMIUM', label: 'PREMIUM' },
];
const PROVIDERS = { local: 'Local disk', s3: 'S3', gcs: 'Google Cloud Storage' };

const PanelForm = ({ settings }: { settings: AdminSettings }) => {
  const { uses } = settings;
  const form = useSettingsForm({
    schema,
    defaults: {
      siteName: settings.siteName,
      multipartLimitMb: settings.multipartLimitMb,
      registrationEnabled: settings.registrationEnabled,
      leakerApplicationsEnabled: settings.leakerApplicationsEnabled,
      defaultRole: settings.defaultRole,
      cdnUrl: settings.cdnUrl,
    },
  });
  const { error: sizeError } = form.field('multipartLimitMb');
  const { error: _roleError, ...role } = form.field('defaultRole');
  return (
    <SettingsForm form={form}>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Site title"
          hint={uses.siteName}
          required
          maxLength={SITE_NAME_MAX_CHARACTERS}
          autoComplete="off"
          {...form.field('siteName')}
        />
        <TextField
          label="Upload size (MB)"
          hint={uses.multipartLimitMb}
          type="number"
          min={1}
          max={1000}
          required
          error={sizeError}
          {...form.form.register('multipartLimitMb', { valueAsNumber: true })}
        />
        <Toggle label="Registrations" hint={uses.registrationEnabled} {...form.field('registrationEnabled')} />
        <Toggle
          label="Leaker applications"
          hint={uses.leakerApplicationsEnabled}
          {...form.field('leakerApplicationsEnabled')}
        />
        <Select label="Default role" options={ROLES} {...role} />
        <TextField
          label="CDN"
          hint={uses.cdnUrl}
          type="url"
          placeholder="https://cdn.example.com"
          autoComplete="off"
          {...form.field('cdnUrl')}
        />
        <Fact label="Storage provider" hint="Set in the server configuration">
          {PROVIDERS[settings.storageProvider]}
        </Fact>
        <Fact label="Bucket" hint="Set in the server configuration">
          {settings.storageBucket}
        </Fact>
      </div>
    </SettingsForm>
  );
};

/** Settings section of the panel (specification, section 2), with the same settings as /admin/settings. */
export function AdminSettingsSection() {
  return (
    <>
      <PageTitle className="mb-6">Settings</PageTitle>
      <div className="max-w-[52rem]">
        <Loaded of={adminSettingsRead}>{(settings) => <PanelForm settings={settings} />}</Loaded>
      </div>
    </>
  );
}
