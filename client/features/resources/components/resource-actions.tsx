import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { MarkButton } from '#client/features/resources/bookmarks/components/mark-button.tsx';
import { AddToCollection } from '#client/features/resources/collections/components/add-to-collection.tsx';
import { filesOf } from '#client/features/resources/components/files/folder-view.ts';
import type { DownloadRight } from '#client/features/resources/download-right.ts';
import { DownloadLink } from '#client/kit/downloads/download-link.tsx';
import { formatBytes } from '#client/kit/text/format-bytes.ts';
import { compactNumber } from '#client/ui/charts/compact-number.ts';
import { Stat } from '#client/ui/charts/stat.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { resourcePath } from '#contract/paths.ts';
import type { Resource } from '#contract/resources/api.ts';
import { signInPath } from './sign-in-link.tsx';

const Note = ({ children }: { children: ReactNode }) => (
  <p className="mt-2.5 text-center text-sm text-muted">{children}</p>
);

/** The main button: starts the download, or links to the login or Premium page if the user may not download the resource yet. */
const MainAction = ({ resource, right }: { resource: Resource; right: DownloadRight }) => {
  const large = { size: 'lg', block: true } as const;
  if (right === 'sign-in' || right === 'upgrade') {
    const isGuest = right === 'sign-in';
    return (
      <Link
        to={isGuest ? signInPath(resourcePath(resource.id)) : '/premium'}
        className={buttonClass({ variant: 'premium', ...large })}
      >
        {isGuest ? 'Login required' : 'Upgrade to download'}
      </Link>
    );
  }
  if (resource.fileCount === 0) return <Note>There is nothing to download yet.</Note>;
  return (
    <>
      <DownloadLink
        id={resource.id}
        adFree={right === 'member'}
        className={buttonClass({ variant: 'solid', ...large })}
      >
        <Icon name="download" />
        Download All
      </DownloadLink>
      <Note>
        {filesOf(resource.fileCount)}, {formatBytes(resource.fileSize)}, as one ZIP
      </Note>
    </>
  );
};

/** Panel beside the stage: main action, like and save buttons, and counts. */
export function ResourceActions({
  resource,
  right,
  guest,
  className,
}: {
  resource: Resource;
  right: DownloadRight;
  guest: boolean;
  className?: string;
}) {
  const mark = { id: resource.id, guest, next: resourcePath(resource.id), className: buttonClass() };
  return (
    <Panel className={className}>
      <MainAction resource={resource} right={right} />
      {/* Resources pending approval cannot be liked or saved. */}
      {resource.status === 'APPROVED' && (
        <div className="mt-3.5 grid grid-cols-2 gap-2">
          <MarkButton kind="liked" {...mark}>
            <Icon name="heart" />
            Like
          </MarkButton>
          <MarkButton kind="saved" {...mark}>
            <Icon name="save" />
            Save
          </MarkButton>
          {!guest && <AddToCollection id={resource.id} className="col-span-2" />}
        </div>
      )}
      <dl className="mt-4.5 grid grid-cols-4 border-t border-line pt-4">
        <Stat small value={compactNumber(resource.views)} label="views" />
        <Stat small value={compactNumber(resource.likes)} label="likes" />
        <Stat small value={compactNumber(resource.saves)} label="saves" />
        <Stat small value={compactNumber(resource.downloads)} label="downloads" />
      </dl>
    </Panel>
  );
}
