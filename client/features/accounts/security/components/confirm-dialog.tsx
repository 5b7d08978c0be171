import { useRef } from 'react';
import { consentPath, providerLabels } from '#client/features/accounts/oauth/api.ts';
import { confirmIdentity } from '#client/features/accounts/security/api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { useCallForm } from '#client/kit/form.tsx';
import { useAuth } from '#client/kit/session.tsx';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { confirmIdentity as confirmCall, type getSecurity } from '#contract/accounts/security.ts';
import type { ReplyOf } from '#contract/http.ts';

export type Ways = Pick<ReplyOf<typeof getSecurity>, 'hasPassword' | 'twoFactor' | 'links'>;

const [byPassword, byCode] = confirmCall.body.options;

const Submit = ({ isBusy, isReady }: { isBusy: boolean; isReady: boolean }) => (
  <Button type="submit" variant="solid" block busy={isBusy} disabled={!isReady}>
    Confirm
  </Button>
);

const PasswordForm = ({ onDone }: { onDone: () => void }) => {
  const { transport } = useAppContext();
  const { session } = useAuth();
  const form = useCallForm({
    schema: byPassword,
    defaults: { password: '' },
    send: (body) => confirmIdentity(transport, { body }).then(onDone),
  });
  return (
    <form className="grid gap-4" method="post" noValidate onSubmit={form.submit}>
      {form.failure && <Message tone="error">{form.failure}</Message>}
      {/* Tells password managers which account this is. */}
      <input type="email" name="email" autoComplete="username" value={session.user?.email ?? ''} readOnly hidden />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        {...form.field('password')}
      />
      <Submit {...form} />
    </form>
  );
};

const AppCodeForm = ({ onDone }: { onDone: () => void }) => {
  const { transport } = useAppContext();
  const form = useCallForm({
    schema: byCode,
    defaults: { code: '' },
    send: (body) => confirmIdentity(transport, { body }).then(onDone),
  });
  return (
    <form className="grid gap-4" method="post" noValidate onSubmit={form.submit}>
      {form.failure && <Message tone="error">{form.failure}</Message>}
      <TextField
        label="Authenticator code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        {...form.field('code')}
      />
      <Submit {...form} />
    </form>
  );
};

/**
 * Asks the user to confirm their identity with a code if two-factor authentication is on, otherwise with the password or a linked
 * account.
 */
export function ConfirmDialog({
  ways,
  what,
  onAnswer,
}: {
  ways: Ways;
  /** Completes the sentence "To ...". */
  what: string;
  onAnswer: (isConfirmed: boolean) => void;
}) {
  const first = useRef<HTMLElement>(null);
  const { site } = useAppContext();
  const done = () => onAnswer(true);
  const signIns = ways.links.filter(({ provider }) => provider !== 'patreon');
  const next = typeof location === 'undefined' ? '/settings' : location.pathname;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onAnswer(false)}
      title="Confirm it's you"
      description={`To ${what}, please confirm it's you. We won't ask again for 10 minutes.`}
      initialFocus={first}
    >
      <div
        ref={(box) => {
          first.current = box?.querySelector<HTMLElement>('input:not([hidden]), a') ?? null;
        }}
      >
        {ways.twoFactor.enabled ? (
          <AppCodeForm onDone={done} />
        ) : ways.hasPassword ? (
          <PasswordForm onDone={done} />
        ) : (
          <div className="grid gap-2.5">
            {signIns.map(({ provider }) => (
              <a
                key={provider}
                href={consentPath(site.apiUrl, provider, { intent: 'confirm', next })}
                className={buttonClass({ block: true })}
              >
                Confirm with {providerLabels[provider]}
              </a>
            ))}
          </div>
        )}
      </div>
    </Dialog>
  );
}
