import { useEffect, useRef } from 'react';
import { filesOf } from '#client/features/resources/components/files/folder-view.ts';
import { formatBytes } from '#client/kit/text/format-bytes.ts';
import { formatDay } from '#client/kit/text/format-date.ts';
import { Badge } from '#client/ui/badge.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { SectionFailure } from '#client/ui/section-failure.tsx';
import { downloadPath } from '#contract/paths.ts';
import type { Resource } from '#contract/resources/api.ts';
import { useVersions } from './use-versions.ts';

/** What changed in each version of an asset, newest first, with the ZIPs of the earlier ones. */
export function VersionList({ resource: { id } }: { resource: Resource }) {
  const { loaded, hasFailed, get } = useVersions(id);
  const heading = useRef<HTMLHeadingElement>(null);
  const isLoaded = loaded !== undefined;
  // Notifications lead here, and the list was not on the page yet when the browser looked for it.
  useEffect(() => {
    if (isLoaded && window.location.hash === '#versions') heading.current?.scrollIntoView();
  }, [isLoaded]);
  return (
    <section id="versions" aria-labelledby="versions-title" className="mt-7">
      <h2 ref={heading} id="versions-title" className="display scroll-mt-5 text-h3">
        Versions
      </h2>
      {hasFailed && <SectionFailure sentence="The versions could not be loaded." onRetry={get} />}
      {!isLoaded && !hasFailed && <div className="skeleton mt-3 h-28" aria-hidden="true" />}
      {loaded && (
        <ol className="panel mt-3" reversed>
          {loaded.versions.map(({ number, note, publishedAt, fileCount, fileSize }) => (
            <li
              key={number}
              className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-line px-4 py-3.5 first:border-t-0"
            >
              <div className="min-w-0 flex-1 basis-52">
                <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
                  Version {number}
                  {number === loaded.current && <Badge tone="scope">Current</Badge>}
                </h3>
                {note && <p className="mt-1 whitespace-pre-line wrap-anywhere">{note}</p>}
                <p className="mt-1 text-sm text-muted">
                  <time dateTime={publishedAt}>{formatDay(publishedAt)}</time>, {filesOf(fileCount)},{' '}
                  {formatBytes(fileSize)}
                </p>
              </div>
              {number !== loaded.current && (
                <a
                  href={downloadPath(id, undefined, `v${number}`)}
                  target="_blank"
                  rel="noopener"
                  aria-label={`Download version ${number}`}
                  className={buttonClass({ size: 'sm' })}
                >
                  <Icon name="download" small />
                  Download
                </a>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
