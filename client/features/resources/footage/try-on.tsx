import { type ReactNode, useEffect } from 'react';
import type { FilePreview, Resource, ResourceFile } from '#contract/resources/api.ts';
import type { Footage } from './footage.ts';
import { FootageBar } from './footage-bar.tsx';
import { FootageRail } from './footage-rail.tsx';
import { restoreFootage, useFootage } from './footage-store.ts';
import './footage.css';

/** Why a kind of file can't be tried on this footage; null if it can. */
const mismatchOf = (kind: FilePreview['kind'] | undefined, footage: Footage): string | null => {
  if (kind === 'sound')
    return footage.kind === 'picture' ? 'Sounds play under a clip or with another sound. Choose one of them.' : null;
  return footage.kind === 'sound'
    ? 'Your sound can be tried on the pages of sounds. Choose a clip or a picture.'
    : null;
};

export type TryOnProps = {
  resource: Resource;
  file: ResourceFile;
  onRetry: () => void;
  /** The viewer of the file, with footage if it can show it itself. */
  viewer: (footage?: Footage) => ReactNode;
};

/** A file on the person's own footage. */
export function TryOn({ file, viewer }: TryOnProps) {
  const { footage } = useFootage('main');
  useEffect(() => void restoreFootage(), []);
  const mismatch = footage && mismatchOf(file.preview?.kind, footage);
  return (
    <>
      <FootageBar />
      {footage && !mismatch ? viewer(footage) : viewer()}
      {mismatch && <p className="stage-note">{mismatch}</p>}
      <FootageRail />
    </>
  );
}
