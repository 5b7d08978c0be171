// Dialogs of the uploads section, loaded when first opened.
import { lazyPart } from '#client/ui/lazy-part.tsx';

const leave = ({ onClose }: { onClose: () => void }): void => onClose();

export const LazyUploadDelete = lazyPart(() => import('./upload-delete.tsx').then((file) => file.UploadDelete), {
  leave,
});
export const LazyUploadDetail = lazyPart(() => import('./upload-detail.tsx').then((file) => file.UploadDetail), {
  leave,
});
export const LazyUploadEditor = lazyPart(() => import('./upload-editor.tsx').then((file) => file.UploadEditor), {
  leave,
});
