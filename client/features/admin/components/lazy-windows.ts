// The windows of applications and uploads, which come when they are opened.
import { lazyPart } from '#client/ui/lazy-part.tsx';

type Closable = { onClose: () => void };
const leave = ({ onClose }: Closable): void => onClose();

export const ReasonWindow = lazyPart(() => import('./reason-window.tsx').then((file) => file.ReasonWindow), { leave });
export const ApplicationView = lazyPart(
  () => import('#client/features/admin/applications/application-view.tsx').then((file) => file.ApplicationView),
  {
    leave,
  },
);
export const ApproveAll = lazyPart(
  () => import('#client/features/admin/applications/application-approve-all.tsx').then((file) => file.ApproveAll),
  {
    leave,
  },
);
export const UploadDelete = lazyPart(
  () => import('#client/features/admin/uploads/upload-delete.tsx').then((file) => file.UploadDelete),
  { leave },
);
export const UploadDetail = lazyPart(
  () => import('#client/features/admin/uploads/upload-detail.tsx').then((file) => file.UploadDetail),
  { leave },
);
export const UploadEditor = lazyPart(
  () => import('#client/features/admin/uploads/upload-editor.tsx').then((file) => file.UploadEditor),
  { leave },
);
