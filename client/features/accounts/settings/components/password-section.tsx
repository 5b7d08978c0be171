import { Link } from 'react-router';
import { changePassword } from '#client/features/accounts/settings/api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { useCallForm } from '#client/kit/form.tsx';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { type Account, changePassword as changePasswordCall } from '#contract/accounts/api.ts';
import { PASSWORD_MIN_CHARACTERS } from '#contract/accounts/limits.ts';
import { AccountSettingsSection } from './settings-section.tsx';

/** Form to change the password, which requires the current one and logs out all other browsers (product.md ID-9). */
export function PasswordSection({
  user,
  hasPassword,
  onChange,
}: {
  user: Account;
  hasPassword: boolean;
  onChange: () => Promise<unknown>;
}) {
  const { transport } = useAppContext();
  const form = useCallForm({
    schema: changePasswordCall.body,
    defaults: { currentPassword: '', newPassword: '' },
    send: async (body) => {
      await changePassword(transport, { body });
      form.form.reset();
      await onChange();
    },
  });
  return (
    <AccountSettingsSection
      id="password"
      about={
        hasPassword
          ? 'Changing your password logs you out everywhere else.'
          : 'You log in with a linked account and have no password. Set one to log in with your email too.'
      }
    >
      {hasPassword ? (
        <form className="grid max-w-96 gap-4" method="post" noValidate onSubmit={form.submit}>
          {form.failure && <Message tone="error">{form.failure}</Message>}
          {form.isDone && <Message tone="success">Your password was changed.</Message>}
          {/* Tells password managers which account this is. */}
          <input type="email" name="email" autoComplete="username" value={user.email} readOnly hidden />
          <TextField
            label="Current password"
            type="password"
            autoComplete="current-password"
            required
            {...form.field('currentPassword')}
          />
          <TextField
            label="New password"
            hint={`${PASSWORD_MIN_CHARACTERS} characters or more. A few random words work well.`}
            type="password"
            autoComplete="new-password"
            required
            {...form.field('newPassword')}
          />
          <div>
            <Button type="submit" variant="solid" busy={form.isBusy} disabled={!form.isReady}>
              Change password
            </Button>
          </div>
        </form>
      ) : (
        <Link to="/forgot-password?set=1" className={buttonClass()}>
          Set a password
        </Link>
      )}
    </AccountSettingsSection>
  );
}
