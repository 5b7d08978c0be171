import { useAvailability } from '#client/features/accounts/settings/components/use-availability.ts';
import { updateProfile } from '#client/features/members/api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { useCallForm } from '#client/kit/form.tsx';
import { useAuth } from '#client/kit/session.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import type { Account } from '#contract/accounts/api.ts';
import { cleanText } from '#contract/http.ts';
import { profileForm } from '#contract/members/api.ts';
import { DISPLAY_NAME_MAX_CHARACTERS, FORMER_USERNAME_DAYS } from '#contract/members/limits.ts';

/** Saving an empty display name removes it. */
const schema = profileForm
  .pick({ username: true })
  .required()
  .extend({ displayName: cleanText(DISPLAY_NAME_MAX_CHARACTERS) });

/** Form for the username and display name. The old profile URL keeps redirecting for a while (product.md ID-8). */
export function NamesForm({ user }: { user: Account }) {
  const { transport, origin } = useAppContext();
  const { update } = useAuth();
  const form = useCallForm({
    schema,
    defaults: { username: user.username, displayName: user.displayName ?? '' },
    send: async ({ username, displayName }) => {
      const body = new FormData();
      body.set('username', username);
      if (displayName.trim()) body.set('displayName', displayName.trim());
      else body.set('clear', 'displayName');
      const saved = await updateProfile(transport, { body });
      update(saved);
      form.form.reset({ username: saved.username, displayName: saved.displayName ?? '' });
    },
  });
  const typed = form.form.watch('username');
  const available = useAvailability(typed, user.username);
  const host = new URL(origin).host;
  return (
    <form className="grid max-w-96 gap-4" method="post" noValidate onSubmit={form.submit}>
      {form.failure && <Message tone="error">{form.failure}</Message>}
      {form.isDone && <Message tone="success">Your changes have been saved.</Message>}
      <TextField
        label="Display name"
        hint="Shown above your username. Doesn't have to be unique."
        autoComplete="nickname"
        maxLength={DISPLAY_NAME_MAX_CHARACTERS}
        {...form.field('displayName')}
      />
      <div>
        <TextField
          label="Username"
          hint={`Your profile: ${host}/${typed.trim().toLowerCase()}`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          {...form.field('username')}
        />
        <p role="status" className="mt-1.5 text-sm text-muted">
          {available === true &&
            `This username is available. Your old profile link will redirect to the new one for ${FORMER_USERNAME_DAYS} days.`}
          {available === false && 'This username is not available.'}
        </p>
      </div>
      <div>
        <Button type="submit" variant="solid" busy={form.isBusy} disabled={!form.isReady} idle={!form.isDirty}>
          Save names
        </Button>
      </div>
    </form>
  );
}
