import { Link } from 'react-router';
import { VersionChanges } from '#client/features/uploads/versions/version-changes.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { resourcePath } from '#contract/paths.ts';
import type { AdminUploadDetail } from '#contract/uploads/review.ts';

/** For a new version of an asset: what its creator says about it, and what changes file by file. */
export function ReviewVersion({ upload }: { upload: AdminUploadDetail }) {
  const { id, newVersion, versionOf, updatedAt } = upload;
  if (!versionOf) return null;
  return (
    <Panel title={`Version ${newVersion}`}>
      <p className="mb-3 whitespace-pre-line wrap-anywhere">{versionOf.note}</p>
      <VersionChanges id={id} state={updatedAt} />
      <Link to={resourcePath(versionOf.id)} className="link mt-3 inline-block text-sm">
        Open the current version
      </Link>
    </Panel>
  );
}
