import { lazyPart } from '#client/ui/lazy-part.tsx';

const Waiting = (
  <div className="panel grid gap-5 p-5 md:p-7" role="status">
    <span className="sr-only">Loading</span>
    <span className="skeleton h-11" />
    <span className="skeleton h-14" />
    <span className="skeleton aspect-video" />
  </div>
);

/** The form for something new: it brings a good deal of code, which the figures above it do not wait for. */
export const NewUpload = lazyPart(
  () => import('#client/features/uploads/components/upload-form.tsx').then((file) => file.UploadForm),
  {
    waiting: Waiting,
  },
);
