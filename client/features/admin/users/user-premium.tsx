import { useAppContext } from '#client/kit/data/app-context.ts';
import { useCallForm } from '#client/kit/form.tsx';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { type AdminUser, endOfDay, premiumForm } from '#contract/admin/users.ts';
import { useUserAct } from './use-user-act.tsx';
import { UserForm } from './user-form.tsx';
import { setUserPremium } from './users-api.ts';

/** Grants a user Premium, with or without an end date. */
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
      onDone(`${user.username} now has Premium.`);
    },
  });
  return (
    <UserForm
      title={`Premium for ${user.username}`}
      description="Starts immediately. The user's role stays the same, and they are notified by email."
      action="Give Premium"
      form={form}
      extra={doing.dialog}
      onClose={onClose}
    >
      <TextField
        label="End date (optional)"
        hint="Leave empty for no end date. The chosen day (UTC) is included."
        type="date"
        {...form.field('until')}
      />
    </UserForm>
  );
}
