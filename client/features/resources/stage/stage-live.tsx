// What the stage does once it is asked for something. Loaded after the page.
import { useEffect, useMemo, useState } from 'react';
import { folderRead } from '#client/features/resources/components/files/folder-place.ts';
import { lastPart } from '#client/features/resources/components/files/folder-view.ts';
import type { Footage } from '#client/features/resources/footage/footage.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { load, reload } from '#client/kit/data/query.ts';
import { addKeyGroup } from '#client/kit/keys/key-groups.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { Resource, ResourceFile, Stage as StageReply } from '#contract/resources/api.ts';
import { useCompared } from './offers/compare-list.ts';
import { FootageOffer } from './offers/footage-offer.tsx';
import { useFootageIsOn } from './offers/footage-switch.ts';
import { createKeyHandler } from './stage-keys.ts';
import { stageRead } from './stage-read.ts';
import { useStageState, useStageStore } from './stage-store.tsx';
import { canBeTried } from './view-kind.ts';
import { WAITING } from './waiting.tsx';

const ClipPlayer = lazyPart(() => import('./clip/clip-player.tsx').then((file) => file.ClipPlayer), {
  waiting: WAITING,
});
const SoundPlayer = lazyPart(() => import('./sound-player.tsx').then((file) => file.SoundPlayer), {
  waiting: WAITING,
});
const stills = () => import('./viewers/still-viewers.tsx');
const PictureViewer = lazyPart(() => stills().then((file) => file.PictureViewer), { waiting: WAITING });
const LutViewer = lazyPart(() => import('./lut/lut-viewer.tsx').then((file) => file.LutViewer), { waiting: WAITING });
const FontViewer = lazyPart(() => import('./viewers/font-viewer.tsx').then((file) => file.FontViewer), {
  waiting: WAITING,
});
const LottieViewer = lazyPart(() => import('./viewers/lottie-viewer.tsx').then((file) => file.LottieViewer), {
  waiting: WAITING,
});
const ModelViewer = lazyPart(() => import('./viewers/model-viewer.tsx').then((file) => file.ModelViewer), {
  waiting: WAITING,
});
const PdfViewer = lazyPart(() => import('./viewers/pdf-viewer.tsx').then((file) => file.PdfViewer), {
  waiting: WAITING,
});
const ArchiveViewer = lazyPart(() => import('./viewers/archive-viewer.tsx').then((file) => file.ArchiveViewer), {
  waiting: WAITING,
});
const TextViewer = lazyPart(() => stills().then((file) => file.TextViewer), { waiting: WAITING });
const TryOn = lazyPart(() => import('#client/features/resources/footage/try-on.tsx').then((file) => file.TryOn), {
  waiting: WAITING,
});
const CompareTray = lazyPart(
  () => import('#client/features/resources/compare/compare-tray.tsx').then((file) => file.CompareTray),
  { silent: true },
);
const loadKeys = () => import('./stage-key-list.ts').then((file) => file.STAGE_KEYS);

type ViewerOfProps = { resource: Resource; file: ResourceFile; onRetry: () => void; footage?: Footage | undefined };

const ViewerOf = ({ resource, file, onRetry, footage }: ViewerOfProps) => {
  const { preview, textUrl } = file;
  const shared = { title: lastPart(file.name), onRetry };
  if (preview?.kind === 'clip') return <ClipPlayer preview={preview} {...shared} />;
  if (preview?.kind === 'sound')
    return <SoundPlayer preview={preview} resourceId={resource.id} file={file} {...shared} />;
  if (preview?.kind === 'picture') return <PictureViewer preview={preview} {...shared} />;
  if (preview?.kind === 'look')
    return <LutViewer resource={resource} preview={preview} footage={footage} {...shared} />;
  if (preview?.kind === 'font')
    return <FontViewer preview={preview} {...shared} resourceId={resource.id} file={file.name} />;
  if (preview?.kind === 'lottie') return <LottieViewer preview={preview} facts={file.facts} {...shared} />;
  if (preview?.kind === 'model') return <ModelViewer preview={preview} facts={file.facts} {...shared} />;
  if (preview?.kind === 'pdf') return <PdfViewer preview={preview} {...shared} />;
  if (preview?.kind === 'archive') return <ArchiveViewer preview={preview} {...shared} />;
  return textUrl !== null && <TextViewer url={textUrl} {...shared} />;
};

/** The player or viewer of a file. */
export function Viewer({ resource, file }: { resource: Resource; file: ResourceFile }) {
  const isOnFootage = useFootageIsOn();
  const store = useStageStore();
  const context = useAppContext();
  const [tries, setTries] = useState(0);
  const retry = (): void => {
    // The preview may have been replaced.
    reload(context, stageRead(resource.id, file.name))
      .then(({ file: again }) => again && store.set({ file: again }))
      .catch(() => null)
      .finally(() => setTries(tries + 1));
  };
  // Going through LUTs keeps the plate, the divider and the strength.
  const shown = file.preview?.kind === 'look' ? 'look' : file.name;
  const viewer = (footage?: Footage) => (
    <ViewerOf key={`${shown} ${tries}`} resource={resource} file={file} onRetry={retry} footage={footage} />
  );
  if (!isOnFootage || !canBeTried(file)) return viewer();
  return <TryOn key={tries} resource={resource} file={file} onRetry={retry} viewer={viewer} />;
}

const POLL_MS = 10_000;

/** Keys, previews that arrive while the page is open, and the offer to use one's own footage. */
export function StageLife({ resourceId, reply }: { resourceId: string; reply: StageReply }) {
  const store = useStageStore();
  const context = useAppContext();
  const onKeyDown = useMemo(() => createKeyHandler(store), [store]);
  const file = useStageState((state) => state.file);
  const isOfReply = file?.name === reply.file?.name;
  const isComing = reply.state === 'making' && isOfReply;
  useEffect(() => {
    store.onKeyDown = onKeyDown;
    store.prepare = () => {
      const { file: first } = store.get();
      if (first?.preview?.kind === 'clip') ClipPlayer.preload();
      if (first?.preview?.kind === 'sound') SoundPlayer.preload();
    };
  }, [store, onKeyDown]);
  useEffect(() => addKeyGroup(loadKeys), []);
  useEffect(() => {
    if (!isComing) return;
    const timer = setInterval(() => {
      if (!document.hidden) reload(context, stageRead(resourceId, file?.name)).catch(() => null);
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [context, resourceId, file?.name, isComing]);
  // Only when the reply changes, because a retry may already show a newer preview.
  useEffect(() => {
    const shown = store.get().file;
    if (reply.file && (!shown || shown.name === reply.file.name)) store.set({ file: reply.file });
  }, [store, reply]);
  const folder = file?.name.split('/').slice(0, -1).join('/');
  // LUTs have a list of their own.
  const needsFolder = useStageState(
    ({ isOpen }) =>
      isOpen && file?.preview?.kind !== 'look' && !store.getFiles().some(({ name }) => name === file?.name),
  );
  // The arrows go through the folder of the file, also while the list shows another one.
  useEffect(() => {
    if (!needsFolder || folder === undefined) return;
    load(context, folderRead(resourceId, { folder, page: 1 }))
      .then(({ files }) => store.setNearby(files))
      .catch(() => null);
  }, [store, context, resourceId, folder, needsFolder]);
  const isComparing = useCompared().length > 0;
  return (
    <>
      <FootageOffer resourceId={resourceId} />
      {isComparing && <CompareTray resourceId={resourceId} />}
    </>
  );
}
