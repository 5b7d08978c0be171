import { useAppContext } from '#client/kit/data/app-context.ts';
import { ConfiguredBadge } from '#client/kit/settings/configured-badge.tsx';
import { clearable } from '#client/kit/settings/setting-fields.ts';
import { SaveRow, SettingsBlock } from '#client/kit/settings/settings-block.tsx';
import { useSettingsForm } from '#client/kit/settings/use-settings-form.ts';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { type AdminSettings, editableSettings } from '#contract/admin/settings.ts';

const schema = editableSettings.pick({ chatInviteUrl: true, supportContact: true }).required();

/** Form for the chat invitation and the support contact. */
export function ContactBlock({ settings: { chatInviteUrl, supportContact } }: { settings: AdminSettings }) {
  const { site } = useAppContext();
  const form = useSettingsForm({ schema, defaults: { chatInviteUrl, supportContact } });
  return (
    <SettingsBlock
      title="Chat and support"
      about="Linking Discord accounts requires credentials in the site's configuration."
      aside={
        <span className="flex items-center gap-2">
          Discord <ConfiguredBadge isConfigured={site.providers.includes('discord')} />
        </span>
      }
    >
      <form className="grid gap-4" method="post" noValidate onSubmit={form.submit}>
        <TextField
          label="Chat invitation"
          hint="Invite link for the chat. If empty, chat links are hidden."
          type="url"
          placeholder="https://"
          {...clearable(form, 'chatInviteUrl')}
        />
        <TextField
          label="Support contact"
          hint="Contact for questions, shown in the site's emails. If empty, emails show only the site name."
          maxLength={254}
          {...clearable(form, 'supportContact')}
        />
        <SaveRow {...form} />
      </form>
    </SettingsBlock>
  );
}
