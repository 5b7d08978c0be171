import { useState } from 'react';
import { Link, useParams, useRevalidator, useSearchParams } from 'react-router';
import { folderPlaceOf } from '#client/features/resources/components/files/folder-place.ts';
import { requireId } from '#client/features/resources/components/require-id.ts';
import { OwnChecks, OwnFindings } from '#client/features/uploads/components/own-checks.tsx';
import { OwnDelete } from '#client/features/uploads/components/own-delete.tsx';
import { OwnDetails } from '#client/features/uploads/components/own-details.tsx';
import { OwnFiles } from '#client/features/uploads/components/own-files.tsx';
import { OwnPicture } from '#client/features/uploads/components/own-picture.tsx';
import { OwnStatus } from '#client/features/uploads/components/own-status.tsx';
import type { PageSpec } from '#client/kit/data/page.ts';
import { loadedOf, useRead } from '#client/kit/data/query.ts';
import { Breadcrumbs } from '#client/ui/breadcrumbs.tsx';
import { Ruler } from '#client/ui/charts/ruler.tsx';
import { laterPart } from '#client/ui/later-part.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { ownUploadPath } from '#contract/paths.ts';
import { loadOwn, ownRead } from './own-reads.ts';
import './components/own.css';
import { paceOf, useProgress } from './use-progress.ts';

export const page: PageSpec = {
  load: async ({ context, params, url }) => {
    const [result] = await Promise.all([loadOwn(context, requireId(params.id), url), OwnReview.preload()]);
    return result;
  },
  head: ({ context, params, failure }) => {
    const title = failure ? undefined : loadedOf(context, ownRead(params.id ?? ''))?.title;
    return { title: `${title ?? 'Your upload'} - ${context.site.siteName}`, canonical: null };
  },
};

const OwnReview = laterPart(() =>
  import('#client/features/uploads/components/own-review.tsx').then((file) => file.OwnReview),
);

/** Loaded on demand, so that the page does not wait for the uploader's code. */
const UploadMore = lazyPart(
  () => import('#client/features/uploads/components/upload-more.tsx').then((file) => file.UploadMore),
  {
    waiting: <div className="skeleton h-14" aria-hidden="true" />,
  },
);

const OwnVersions = lazyPart(
  () => import('#client/features/uploads/versions/own-versions.tsx').then((file) => file.OwnVersions),
  {
    waiting: <div className="skeleton h-60" aria-hidden="true" />,
  },
);
const NextVersion = lazyPart(
  () => import('#client/features/uploads/versions/next-version.tsx').then((file) => file.NextVersion),
  {
    waiting: <div className="skeleton h-60" aria-hidden="true" />,
  },
);

/** Page of one of the user's own uploads, whatever its status: next steps, files and details (product.md UP-5). */
export default function UploadPage() {
  const { id = '' } = useParams();
  const [parameters] = useSearchParams();
  const { revalidate } = useRevalidator();
  const upload = useRead(ownRead(id));
  // Polling stops while the upload is being deleted.
  const [isGoing, setGoing] = useState(false);
  const isLost = useProgress(id, isGoing ? null : paceOf(upload));
  const { versionOf } = upload;
  return (
    <div className="wrap pt-10 pb-21">
      <Breadcrumbs
        crumbs={[
          { label: 'Leaker Dashboard', to: '/leaker' },
          { label: 'Upload', to: ownUploadPath(id) },
        ]}
        link={Link}
      />
      <PageTitle className="mt-3">{versionOf ? `${upload.title}, version ${upload.version}` : upload.title}</PageTitle>
      <Ruler className="mt-6 mb-7" />
      <div className="upload-columns">
        <div className="upload-aside grid grid-cols-[minmax(0,1fr)] gap-5">
          <OwnStatus key={`${id} status`} upload={upload} />
          <OwnReview upload={upload} />
          {!versionOf && <OwnPicture key={`${id} picture`} upload={upload} />}
        </div>
        <div className="upload-work grid grid-cols-[minmax(0,1fr)] gap-5">
          <OwnChecks upload={upload} isLost={isLost} />
          <OwnFindings upload={upload} />
          {versionOf && <NextVersion key={`${id} version`} upload={{ ...upload, versionOf }} />}
          <OwnFiles key={`${id} files`} upload={upload} place={folderPlaceOf(parameters)} onRetry={revalidate} />
          {upload.status === 'APPROVED' ? (
            <OwnVersions key={`${id} versions`} upload={upload} onChange={revalidate} />
          ) : (
            <div id="upload" className="scroll-mt-5">
              <UploadMore upload={upload} onChange={() => void revalidate()} />
            </div>
          )}
          <div className="upload-words grid grid-cols-[minmax(0,1fr)] gap-5">
            {!versionOf && (
              <div id="details" tabIndex={-1} className="scroll-mt-5 outline-0">
                <OwnDetails key={`${id} details`} upload={upload} />
              </div>
            )}
            <Panel title="Delete">
              <p className="mb-4 text-muted">
                {versionOf
                  ? 'This deletes the new version. The asset stays as it is.'
                  : 'This deletes the files, the page and its stats.'}
              </p>
              <OwnDelete upload={upload} onGoing={setGoing} />
            </Panel>
          </div>
        </div>
      </div>
    </div>
  );
}
