import { useState } from 'react';
import { formatBytes } from '#client/kit/format-bytes.ts';
import { Icon } from '#client/ui/icon.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { FileEntry } from './folder-view.ts';

const ChecksumCheck = lazyPart(() => import('./checksum-check.tsx').then((file) => file.ChecksumCheck), {
  waiting: <p className="text-muted">Loading</p>,
});

type StoredFile = { name: string; sha256: string };

/** The SHA-256 of the files in the folder, and a place to compare a downloaded one with them (product.md DL-7). */
export const Checksums = ({ shown, all }: { shown: FileEntry[]; all: StoredFile[] }) => {
  const [opened, setOpened] = useState(false);
  return (
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
      <div className="border-t border-line p-4">
        {opened && <ChecksumCheck files={all} />}
        <dl className="mt-4 flex flex-col gap-3">
          {shown.map(({ path, name, size, sha256 }) => (
            <div key={path}>
              <dt className="flex flex-wrap items-baseline gap-x-3">
                <span className="font-semi wrap-anywhere">{name}</span>
                <span className="mono text-muted">{formatBytes(size)}</span>
              </dt>
              <dd className="mono mt-0.5 wrap-anywhere text-muted select-all">{sha256}</dd>
            </div>
          ))}
        </dl>
      </div>
    </details>
  );
};
