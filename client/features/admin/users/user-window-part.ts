// Loads the code of the user dialogs when one of them is opened.
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { UserWindowProps } from './user-acts.ts';

export const UserWindowState = lazyPart(() => import('./user-window.tsx').then((file) => file.UserWindow), {
  leave: ({ onOpen }: UserWindowProps) => onOpen(null),
});
