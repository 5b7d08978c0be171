import { EmailForm } from '#client/features/accounts/settings/components/email-form.tsx';
import { AccountSettingsSection } from '#client/features/accounts/settings/components/settings-section.tsx';
import { EditProfileButton } from '#client/features/members/components/edit-profile-button.tsx';
import type { Account } from '#contract/accounts/api.ts';
import type { getSecurity } from '#contract/accounts/security.ts';
import type { ReplyOf } from '#contract/http.ts';
import { NamesForm } from './names-form.tsx';

/** Settings for the username, display name and email. */
export function AccountSection({
  user,
  security,
  onChange,
}: {
  user: Account;
  security: ReplyOf<typeof getSecurity>;
  onChange: () => Promise<unknown>;
}) {
  return (
    <AccountSettingsSection
      id="account"
      about="How others see you, and where we email you."
      aside={<EditProfileButton variant="member" />}
    >
      <div className="grid gap-7">
        <NamesForm user={user} />
        <EmailForm user={user} {...security} onChange={onChange} />
      </div>
    </AccountSettingsSection>
  );
}
