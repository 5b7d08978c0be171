import { lazyPart } from '#client/ui/lazy-part.tsx';

const Waiting = (
  <div className="panel grid gap-5 p-5 md:p-7" role="status">
    <span className="sr-only">Loading</span>
    <span className="skeleton h-11" />
    <span className="skeleton h-14" />
    <span className="skeleton aspect-video" />
  </div>
);

/** The upload form. Loaded on demand because of its size, so that the statistics above don't wait for it. */
export const NewUpload = lazyPart(
  () => import('#client/features/uploads/components/upload-form.tsx').then((file) => file.UploadForm),
  {
    waiting: Waiting,
  },
);
