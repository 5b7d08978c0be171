import { type ReactNode, useEffect } from 'react';
import { lastPart } from '#client/features/resources/components/files/folder-view.ts';
import { WAITING } from '#client/features/resources/stage/waiting.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { FilePreview, Resource, ResourceFile } from '#contract/resources/api.ts';
import type { Footage } from './footage.ts';
import { FootageBar } from './footage-bar.tsx';
import { FootageRail } from './footage-rail.tsx';
import { restoreFootage, useFootage } from './footage-store.ts';
import './footage.css';

const LayerTryOn = lazyPart(() => import('./layers/layer-try-on.tsx').then((module) => module.LayerTryOn), {
  waiting: WAITING,
});
const SoundTryOn = lazyPart(() => import('./sound/sound-try-on.tsx').then((module) => module.SoundTryOn), {
  waiting: WAITING,
});

/** Why a kind of file can't be tried on this footage; null if it can. */
const mismatchOf = (kind: FilePreview['kind'] | undefined, footage: Footage): string | null => {
  if (kind === 'sound')
    return footage.kind === 'picture' ? 'Sounds play under a clip or with another sound. Choose one of them.' : null;
  return footage.kind === 'sound' ? 'This can be tried on a clip or a picture. Choose one of them.' : null;
};

export type TryOnProps = {
  resource: Resource;
  file: ResourceFile;
  onRetry: () => void;
  /** The viewer of the file, with footage if it can show it itself. */
  viewer: (footage?: Footage) => ReactNode;
};

/** A file on the person's own footage. */
export function TryOn({ resource, file, onRetry, viewer }: TryOnProps) {
  const { footage } = useFootage('main');
  useEffect(() => void restoreFootage(), []);
  const { preview } = file;
  const mismatch = footage && mismatchOf(preview?.kind, footage);
  const show = (shown: Footage): ReactNode => {
    const shared = { title: lastPart(file.name), onRetry, footage: shown };
    const key = `${file.name} ${shown.url}`;
    if (preview?.kind === 'sound')
      return <SoundTryOn key={key} {...shared} preview={preview} file={file} resource={resource} />;
    if (preview?.kind === 'clip' || preview?.kind === 'picture' || preview?.kind === 'lottie')
      return <LayerTryOn key={key} {...shared} preview={preview} asset={resource} />;
    return viewer(shown);
  };
  return (
    <>
      <FootageBar />
      {footage && !mismatch ? show(footage) : viewer()}
      {mismatch && <p className="stage-note">{mismatch}</p>}
      <FootageRail file={file} />
    </>
  );
}
