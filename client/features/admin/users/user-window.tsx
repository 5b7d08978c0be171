import { useEffect, useRef } from 'react';
import type { UserWindowProps } from './user-acts.ts';
import { UserAdd } from './user-add.tsx';
import { UserDetail } from './user-detail.tsx';
import { UserEdit } from './user-edit.tsx';
import { UserGrant } from './user-grant.tsx';
import { UserPremium } from './user-premium.tsx';
import { UserQuestion } from './user-question.tsx';
import { UserRole } from './user-role.tsx';
import { UserSuspend } from './user-suspend.tsx';

/** The open dialog about a user. Load it through `user-window-part.ts`. */
export function UserWindow({ open, onOpen, onDone }: UserWindowProps) {
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  const onClose = () => onOpen(null);
  const done = (said: string) => {
    // If this dialog was closed during the call, another one may be open by now.
    if (isThere.current) onClose();
    onDone(said);
  };
  if (open.kind === 'add') return <UserAdd onClose={onClose} onDone={done} />;
  if (open.kind === 'grant') return <UserGrant onClose={onClose} onDone={done} />;
  const { kind, user } = open;
  const given = { user, onClose, onDone: done };
  if (kind === 'detail') return <UserDetail user={user} onClose={onClose} onOpen={onOpen} />;
  if (kind === 'edit') return <UserEdit {...given} />;
  if (kind === 'role') return <UserRole {...given} />;
  if (kind === 'suspend') return <UserSuspend {...given} />;
  if (kind === 'premium') return <UserPremium {...given} />;
  return <UserQuestion {...given} act={kind} />;
}
