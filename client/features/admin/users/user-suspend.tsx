import { useAppContext } from '#client/kit/data/app-context.ts';
import { useCallForm } from '#client/kit/form.tsx';
import { TextArea, TextField } from '#client/ui/forms/text-field.tsx';
import { type AdminUser, endOfDay, suspendForm } from '#contract/admin/users.ts';
import { UserForm } from './user-form.tsx';
import { banUser } from './users-api.ts';

/** Keeps somebody out, for a reason that they are told. */
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
      onDone(`${user.username} is suspended.`);
    },
  });
  return (
    <UserForm
      title={`Suspend ${user.username}`}
      description="All sessions end at once and nobody can log in to the account. Uploads stay as they are."
      action="Suspend"
      danger
      form={form}
      onClose={onClose}
    >
      <TextArea label="Reason" hint="The person reads it in the mail." rows={3} required {...form.field('reason')} />
      <TextField
        label="Until the end of (optional)"
        hint="Without a day it lasts until somebody lifts it. Days end at midnight UTC."
        type="date"
        {...form.field('until')}
      />
    </UserForm>
  );
}
