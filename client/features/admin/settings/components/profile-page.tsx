import { useState } from 'react';
import { getSecurity, setUpTwoFactor } from '#client/features/accounts/security/api.ts';
import { type FactorStep, FactorSteps } from '#client/features/admin/settings/security/two-factor-steps.tsx';
import { putAdminProfile } from '#client/features/admin/settings/settings-api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { read, reload } from '#client/kit/data/query.ts';
import { sentenceOf, useCallForm } from '#client/kit/form.tsx';
import { useAuth } from '#client/kit/session.tsx';
import { SettingsForm, Toggle } from '#client/kit/settings/form-parts.tsx';
import { Loaded } from '#client/kit/settings/loaded.tsx';
import { useSavedNote } from '#client/kit/settings/use-settings-form.ts';
import { Badge } from '#client/ui/badge.tsx';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import type { Account } from '#contract/accounts/api.ts';
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '#contract/accounts/limits.ts';
import type { getSecurity as securityCall } from '#contract/accounts/security.ts';
import { putAdminProfile as profileCall } from '#contract/admin/settings.ts';
import { cleanText, type ReplyOf } from '#contract/http.ts';

const securityRead = read(getSecurity, {});
type Security = ReplyOf<typeof securityCall>;

const schema = profileCall.body.required().extend({ confirmPassword: cleanText(PASSWORD_MAX_CHARACTERS) });

const ProfileForm = ({ user, security }: { user: Account; security: Security }) => {
  const context = useAppContext();
  const auth = useAuth();
  const [step, setStep] = useState<FactorStep>({ name: 'rest' });
  const isOn = security.twoFactor.enabled;
  const restOf = (account: Account, twoFactorEnabled: boolean) => ({
    username: account.username,
    email: account.email,
    currentPassword: '',
    newPassword: '',
    confirmPassword: '',
    twoFactorEnabled,
  });
  const form = useCallForm({
    schema,
    defaults: restOf(user, isOn),
    describe: sentenceOf,
    send: async ({ confirmPassword, ...body }) => {
      if (body.newPassword !== confirmPassword) throw new Error('New passwords do not match');
      const { user: saved, pending } = await putAdminProfile(context.transport, { body });
      auth.update(saved);
      form.form.reset(restOf(saved, isOn));
      if (pending.twoFactor === 'enable')
        setStep({ name: 'set-up', offer: await setUpTwoFactor(context.transport, {}) });
      if (pending.twoFactor === 'disable') setStep({ name: 'turn-off' });
      await reload(context, securityRead);
    },
  });
  // The panel disappears after the last step, so return focus to the toggle.
  const goTo = (next: FactorStep): void => {
    setStep(next);
    if (next.name === 'rest') form.form.setFocus('twoFactorEnabled');
  };
  const settle = async () => {
    await reload(context, securityRead);
    form.form.setValue('twoFactorEnabled', !isOn);
  };
  const isSaved = useSavedNote(form.isDone);
  return (
    <div className="grid gap-5">
      <SettingsForm form={{ ...form, isSaved }} saved="Profile updated successfully" action="Save profile">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Username"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            {...form.field('username')}
          />
          <TextField label="Email" type="email" autoComplete="email" required {...form.field('email')} />
        </div>
        {security.pendingEmail && (
          <Message tone="info">
            We sent a link to {security.pendingEmail}. Your email will change once you open it.
          </Message>
        )}
        <TextField
          label="Current password"
          hint="Required for every change on this page."
          type="password"
          autoComplete="current-password"
          required
          {...form.field('currentPassword')}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="New password"
            hint={`At least ${PASSWORD_MIN_CHARACTERS} characters. Leave empty to keep your password.`}
            type="password"
            autoComplete="new-password"
            {...form.field('newPassword')}
          />
          <TextField
            label="Confirm new password"
            hint="Repeat the new password."
            type="password"
            autoComplete="new-password"
            {...form.field('confirmPassword')}
          />
        </div>
        <div className="flex flex-wrap items-start justify-between gap-3">
          <Toggle
            label="Two-factor"
            hint="Takes effect once you enter a code from your authenticator app."
            {...form.field('twoFactorEnabled')}
          />
          <Badge tone={isOn ? 'scope' : 'muted'}>{isOn ? 'On' : 'Off'}</Badge>
        </div>
      </SettingsForm>
      <FactorSteps step={step} onStep={goTo} onChange={settle} />
    </div>
  );
};

/** The profile form (specification, section 2, 'Admin settings'). */
export function ProfilePage() {
  const { session } = useAuth();
  if (!session.user) return null;
  const { user } = session;
  return <Loaded of={securityRead}>{(security) => <ProfileForm user={user} security={security} />}</Loaded>;
}
