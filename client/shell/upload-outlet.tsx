import { useSyncExternalStore } from 'react';
import { hasUploaded, onUploading } from '../kit/uploading.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const UploadIndicator = lazyPart(
  () => import('../features/uploads/parts/upload-indicator.tsx').then((file) => file.UploadIndicator),
  { silent: true },
);

/** The place of the uploads that run while their person is on another page; its code comes with the first upload. */
export const UploadOutlet = () =>
  useSyncExternalStore(onUploading, hasUploaded, () => false) ? <UploadIndicator /> : null;
