import { useAppContext } from '#client/kit/data/app-context.ts';
import { useCallForm } from '#client/kit/form.tsx';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { type AdminUser, endOfDay, premiumForm } from '#contract/admin/users.ts';
import { useUserAct } from './use-user-act.tsx';
import { UserForm } from './user-form.tsx';
import { setUserPremium } from './users-api.ts';

/** Gives somebody Premium, with or without an end. */
export function UserPremium({
  user,
  onClose,
  onDone,
}: {
  user: AdminUser;
  onClose: () => void;
  onDone: (said: string) => void;
}) {
  const { transport } = useAppContext();
  const doing = useUserAct();
  const form = useCallForm({
    schema: premiumForm,
    defaults: { until: '' },
    send: async ({ until }) => {
      const body = { isPremium: true, until: endOfDay(until) };
      const give = () => setUserPremium(transport, { params: { id: user.id }, body });
      await doing.confirm(give, `give ${user.username} Premium`);
      onDone(`${user.username} is premium now.`);
    },
  });
  return (
    <UserForm
      title={`Premium for ${user.username}`}
      description="It begins now, beside the role, and the person is told by mail."
      action="Give Premium"
      form={form}
      extra={doing.dialog}
      onClose={onClose}
    >
      <TextField
        label="Until the end of (optional)"
        hint="Without a day it has no end. Days end at midnight UTC."
        type="date"
        {...form.field('until')}
      />
    </UserForm>
  );
}
