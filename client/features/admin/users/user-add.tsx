import { useAppContext } from '#client/kit/data/app-context.ts';
import { useCallForm } from '#client/kit/form.tsx';
import { Select } from '#client/ui/forms/select.tsx';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { INVITATION_DAYS } from '#contract/accounts/limits.ts';
import { addUser as contract } from '#contract/admin/users.ts';
import { useUserAct } from './use-user-act.tsx';
import { UserForm } from './user-form.tsx';
import { ROLE_OPTIONS } from './user-labels.tsx';
import { addUser } from './users-api.ts';

const orNothing = (text: string) => (text.trim() === '' ? undefined : text.trim());

/** Creates an account whose owner sets the password through an emailed link (product.md AD-3). */
export function UserAdd({ onClose, onDone }: { onClose: () => void; onDone: (said: string) => void }) {
  const { transport } = useAppContext();
  const doing = useUserAct();
  const form = useCallForm({
    schema: contract.body,
    defaults: { email: '', role: 'USER' },
    send: async (body) => {
      await doing.confirm(() => addUser(transport, { body }), 'add a user with this role');
      onDone(`An invitation was sent to ${body.email}.`);
    },
  });
  return (
    <UserForm
      title="Add User"
      description={`The user gets an email with a link to set a password. The link expires after ${INVITATION_DAYS} days.`}
      action="Send invitation"
      form={form}
      extra={doing.dialog}
      onClose={onClose}
    >
      <TextField label="Email" type="email" autoComplete="off" required {...form.field('email')} />
      <TextField
        label="Username (optional)"
        hint="Leave empty to create one from the email address."
        autoComplete="off"
        {...form.form.register('username', { setValueAs: orNothing })}
        error={form.field('username').error}
      />
      <TextField
        label="Display name (optional)"
        autoComplete="off"
        {...form.form.register('displayName', { setValueAs: orNothing })}
        error={form.field('displayName').error}
      />
      <Select
        label="Role"
        options={ROLE_OPTIONS}
        defaultValue="USER"
        onValueChange={(role) => form.form.setValue('role', role as 'USER')}
      />
    </UserForm>
  );
}
