// Loads the code of the application dialogs when they are opened.
import { lazyPart } from '#client/ui/lazy-part.tsx';

const leave = ({ onClose }: { onClose: () => void }): void => onClose();

export const LazyApplicationView = lazyPart(
  () => import('./application-view.tsx').then((file) => file.ApplicationView),
  {
    leave,
  },
);
export const LazyApproveAll = lazyPart(() => import('./application-approve-all.tsx').then((file) => file.ApproveAll), {
  leave,
});
