import { ResendButton } from '#client/features/accounts/components/resend-button.tsx';
import { changeEmail } from '#client/features/accounts/settings/api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { useCallForm } from '#client/kit/form.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { type Account, changeEmail as changeEmailCall } from '#contract/accounts/api.ts';

/** The account's email with its verification state, any pending change, and a form to change it. */
export function EmailForm({
  user,
  emailVerified,
  pendingEmail,
  hasPassword,
  onChange,
}: {
  user: Account;
  emailVerified: boolean;
  pendingEmail: string | null;
  hasPassword: boolean;
  onChange: () => Promise<unknown>;
}) {
  const { transport } = useAppContext();
  const form = useCallForm({
    schema: changeEmailCall.body,
    defaults: { email: '', currentPassword: '' },
    send: async (body) => {
      await changeEmail(transport, { body });
      form.form.reset();
      await onChange();
    },
  });
  return (
    <div>
      <h3 className="font-semibold">Email</h3>
      <p className="mt-1 flex flex-wrap items-center gap-2">
        <span className="min-w-0 wrap-anywhere">{user.email}</span>
        {emailVerified ? <Badge tone="scope">Verified</Badge> : <Badge tone="tungsten">Not verified</Badge>}
      </p>
      {!emailVerified && (
        <div className="mt-3">
          <ResendButton email={user.email} />
        </div>
      )}
      {pendingEmail && (
        <Message tone="info" className="mt-3">
          We sent a link to {pendingEmail}. Your email will change once you open it.
        </Message>
      )}
      {hasPassword ? (
        <details className="mt-3">
          <summary className="btn btn-outline btn-sm">Change email</summary>
          <form className="mt-4 grid max-w-96 gap-4" method="post" noValidate onSubmit={form.submit}>
            {form.failure && <Message tone="error">{form.failure}</Message>}
            <TextField label="New email" type="email" autoComplete="email" required {...form.field('email')} />
            <TextField
              label="Current password"
              type="password"
              autoComplete="current-password"
              required
              {...form.field('currentPassword')}
            />
            <div>
              <Button type="submit" variant="solid" busy={form.isBusy} disabled={!form.isReady}>
                Send link
              </Button>
            </div>
          </form>
        </details>
      ) : (
        <p className="mt-2 text-sm text-muted">Set a password to change your email.</p>
      )}
    </div>
  );
}
