import { useAppContext } from '#client/kit/data/app-context.ts';
import { useCallForm } from '#client/kit/form.tsx';
import { TextArea, TextField } from '#client/ui/forms/text-field.tsx';
import { type AdminUser, endOfDay, suspendForm } from '#contract/admin/users.ts';
import { UserForm } from './user-form.tsx';
import { banUser } from './users-api.ts';

/** Dialog to suspend a user. The reason is sent to the user. */
export function UserSuspend({
  user,
  onClose,
  onDone,
}: {
  user: AdminUser;
  onClose: () => void;
  onDone: (said: string) => void;
}) {
  const { transport } = useAppContext();
  const form = useCallForm({
    schema: suspendForm,
    defaults: { reason: user.status === 'suspended' ? (user.suspendReason ?? '') : '', until: '' },
    send: async ({ reason, until }) => {
      await banUser(transport, { params: { id: user.id }, body: { reason, until: endOfDay(until) } });
      onDone(`${user.username} was suspended.`);
    },
  });
  return (
    <UserForm
      title={`Suspend ${user.username}`}
      description="Ends all sessions and blocks login. Uploads stay as they are."
      action="Suspend"
      danger
      form={form}
      onClose={onClose}
    >
      <TextArea label="Reason" hint="Included in the email to the user." rows={3} required {...form.field('reason')} />
      <TextField
        label="End date (optional)"
        hint="Leave empty to suspend indefinitely. The chosen day (UTC) is included."
        type="date"
        {...form.field('until')}
      />
    </UserForm>
  );
}
