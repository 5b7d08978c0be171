import { useState } from 'react';
import { Icon } from '#client/ui/icon.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { checksumsPath } from '#contract/paths.ts';

const ChecksumCheck = lazyPart(() => import('./checksum-check.tsx').then((file) => file.ChecksumCheck), {
  silent: true,
});

/** Lists the SHA-256 checksum of every file, and lets users check a downloaded file (product.md DL-7). */
export function Checksums({ resourceId }: { resourceId: string }) {
  const [opened, setOpened] = useState(false);
  return (
    <div>
      <details
        className="panel group mt-4"
        onPointerEnter={ChecksumCheck.preload}
        onToggle={(event) => {
          if (event.currentTarget.open) setOpened(true);
        }}
      >
        <summary className="flex min-h-12 list-none items-center gap-2 px-4 font-semi [&::-webkit-details-marker]:hidden">
          <Icon name="check" className="text-muted" />
          Check your download
          <span className="text-sm font-normal text-muted max-sm:hidden">SHA-256 of every file</span>
          <Icon name="chevron" small className="ml-auto group-open:rotate-180" />
        </summary>
        <div className="grid gap-4 border-t border-line p-4">
          {opened && <ChecksumCheck resourceId={resourceId} />}
          <a href={checksumsPath(resourceId)} className="link">
            Download SHA256SUMS
          </a>
        </div>
      </details>
    </div>
  );
}
