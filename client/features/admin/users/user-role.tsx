import { useState } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Select } from '#client/ui/forms/select.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import type { AdminUser } from '#contract/admin/users.ts';
import { useUserAct } from './use-user-act.tsx';
import { ROLE_OPTIONS } from './user-labels.tsx';
import { setUserRole } from './users-api.ts';

type Role = AdminUser['role'];

const MEANS: Record<Role, string> = {
  USER: 'A regular member: downloads with ads, no uploads. Ends Premium granted by administrators.',
  PREMIUM: 'A member whose Premium starts now and has no end date.',
  LEAKER: 'Can upload. Any pending application is approved.',
  ADMIN: 'Can do everything you can.',
};

/** Side effects of a role change, as a sentence. */
const alsoOf = (from: Role, to: Role): string | null => {
  if (from === 'ADMIN' || to === 'ADMIN') return 'Ends all of their sessions.';
  if (from === 'LEAKER') return 'Their uploads stay as they are.';
  return null;
};

export function UserRole({
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
  const [role, setRole] = useState<Role>(user.role);
  const also = role === user.role ? null : alsoOf(user.role, role);
  const go = async () => {
    const body = { role, was: user.role };
    const change = () => setUserRole(transport, { params: { id: user.id }, body });
    if (await doing.run(change, `change ${user.username}'s role`)) onDone(`${user.username}'s role is now ${role}.`);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`${user.username}'s role`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="solid" busy={doing.isBusy} idle={role === user.role} onClick={() => void go()}>
            Change role
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {doing.failure && <Message tone="error">{doing.failure}</Message>}
        <Select label="Role" options={ROLE_OPTIONS} value={role} onValueChange={(value) => setRole(value as Role)} />
        <p className="text-muted" role="status">
          {MEANS[role]} {also}
        </p>
        {doing.dialog}
      </div>
    </Dialog>
  );
}
