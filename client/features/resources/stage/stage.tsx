import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import { listedFacts } from '#client/features/resources/components/files/file-facts.ts';
import { fileKind, lastPart } from '#client/features/resources/components/files/folder-view.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { reload } from '#client/kit/data/query.ts';
import { classNames } from '#client/ui/class-names.ts';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { hideIfFailed, hideOnError } from '#client/ui/media/hide-broken-image.ts';
import { textHue } from '#client/ui/media/text-hue.ts';
import type { FilePreview, Resource, ResourceFile, Stage as StageReply } from '#contract/resources/api.ts';
import { useStageKeys } from './stage-keys.ts';
import { stageRead } from './stage-read.ts';
import { useStageState, useStageStore } from './stage-store.tsx';
import { viewKind, viewVerb } from './view-kind.ts';
import './stage.css';

export type ViewerProps<Kind extends FilePreview['kind']> = {
  preview: Extract<FilePreview, { kind: Kind }>;
  /** The file's name. */
  title: string;
  /** Asks the server for the preview again, because it may have been replaced. */
  onRetry: () => void;
};

/** While the player's code loads, the stage keeps its size. */
const WAITING = (
  <>
    <div className="stage-view" />
    <div className="seek-bar" />
    <div className="stage-controls" />
  </>
);
const ClipPlayer = lazyPart(() => import('./clip-player.tsx').then((file) => file.ClipPlayer), { waiting: WAITING });
const SoundPlayer = lazyPart(() => import('./sound-player.tsx').then((file) => file.SoundPlayer), {
  waiting: WAITING,
});
const stills = () => import('./still-viewers.tsx');
const PictureViewer = lazyPart(() => stills().then((file) => file.PictureViewer), { waiting: WAITING });
const LookViewer = lazyPart(() => stills().then((file) => file.LookViewer), { waiting: WAITING });
const TextViewer = lazyPart(() => stills().then((file) => file.TextViewer), { waiting: WAITING });
const KeysDialog = lazyPart(() => import('./keys-dialog.tsx').then((file) => file.KeysDialog), { silent: true });

const Viewer = ({ file, onRetry }: { file: ResourceFile; onRetry: () => void }) => {
  const { preview, textUrl } = file;
  const shared = { title: lastPart(file.name), onRetry };
  if (preview?.kind === 'clip') return <ClipPlayer preview={preview} {...shared} />;
  if (preview?.kind === 'sound') return <SoundPlayer preview={preview} {...shared} />;
  if (preview?.kind === 'picture') return <PictureViewer preview={preview} {...shared} />;
  if (preview?.kind === 'look') return <LookViewer preview={preview} {...shared} />;
  return textUrl !== null && <TextViewer url={textUrl} {...shared} />;
};

/** Plays without scripts, with the browser's own controls. Clips with transparency are left out: half of each frame is alpha. */
const NativePlayer = ({ preview }: { preview: FilePreview | null }) => (
  <noscript>
    {preview?.kind === 'clip' && !preview.isStacked && (
      // biome-ignore lint/a11y/useMediaCaption: creators' clips have no captions
      <video src={preview.url} controls preload="none" className="stage-native" />
    )}
    {/* biome-ignore lint/a11y/useMediaCaption: as above */}
    {preview?.kind === 'sound' && <audio src={preview.url} controls preload="none" className="stage-native" />}
  </noscript>
);

const POLL_MS = 10_000;

/** Asks again while a preview is being made, so that it appears without reloading the page. */
const useArrival = (resourceId: string, name: string | undefined, isComing: boolean): void => {
  const context = useAppContext();
  useEffect(() => {
    if (!isComing) return;
    const timer = setInterval(() => {
      if (!document.hidden) reload(context, stageRead(resourceId, name)).catch(() => null);
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [context, resourceId, name, isComing]);
};

const noteFor = (state: StageReply['state'], file: ResourceFile | null): string | null => {
  if (state === 'making') return 'A preview is being made. It appears here when it’s ready.';
  if (state === 'no-tools') return 'This site can’t make previews of clips and sounds at the moment.';
  return file && viewKind(file) === null ? `No preview for .${fileKind(file.name).toLowerCase()}` : null;
};

const Poster = ({ resource, onClick }: { resource: Resource; onClick?: (() => void) | undefined }) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: a larger target for the mouse; the button is below
  // biome-ignore lint/a11y/useKeyWithClickEvents: as above
  <div
    className={classNames('stage-view media-blank', onClick && 'cursor-pointer')}
    style={{ '--h': textHue(resource.title) } as CSSProperties}
    onClick={onClick}
  >
    <img
      src={resource.image || resource.thumbnailUrl}
      alt={`Preview of ${resource.title}`}
      fetchPriority="high"
      ref={hideIfFailed}
      onError={hideOnError}
    />
  </div>
);

/**
 * Shows and plays the file that is selected in the list. Until somebody wants to see more, it is only the resource's picture, and
 * nothing else is loaded.
 */
export function Stage({
  resource,
  reply,
  isAsked,
  children,
}: {
  resource: Resource;
  reply: StageReply;
  /** Whether the address names the file. */
  isAsked: boolean;
  /** Stands beside the file's name. */
  children?: ReactNode;
}) {
  const store = useStageStore();
  const context = useAppContext();
  const box = useRef<HTMLElement>(null);
  const { file, isOpen, isPlaying, isHelpOpen = false } = useStageState((state) => state);
  const [tries, setTries] = useState(0);
  const onKeyDown = useStageKeys();
  const isOfReply = file?.name === reply.file?.name;
  useArrival(resource.id, file?.name, reply.state === 'making' && isOfReply);
  // A preview that has arrived or changed takes the place of the one on the stage.
  useEffect(() => {
    if (reply.file && (isOfReply || file === null) && reply.file.preview !== file?.preview)
      store.set({ file: reply.file });
  }, [store, reply, isOfReply, file]);
  // Whoever follows a link to a file wants to see this one, and not the resource's picture.
  useEffect(() => {
    if (isAsked && store.get().file) store.set({ isOpen: true });
  }, [store, isAsked]);

  const kind = file && viewKind(file);
  const note = isOfReply ? noteFor(reply.state, file) : noteFor('none', file);
  const open = (): void => {
    if (!file) return;
    store.show(file, { plays: true });
    // The pressed button disappears.
    box.current?.focus({ preventScroll: true });
  };
  const retry = (): void => {
    const asked = stageRead(resource.id, file?.name);
    reload(context, asked)
      .then((again) => {
        if (again.file) store.set({ file: again.file });
        setTries(tries + 1);
      })
      .catch(() => setTries(tries + 1));
  };
  const name = file && lastPart(file.name);
  const facts = file ? listedFacts(file) : [];
  return (
    <section ref={box} className="stage" aria-label="Preview" tabIndex={-1} onKeyDown={onKeyDown}>
      {file && (
        <div className="stage-bar">
          <p className="min-w-0 truncate font-semibold">{name}</p>
          <p className="mono ml-auto flex-none text-muted max-sm:hidden">{facts.join(', ')}</p>
          {children}
        </div>
      )}
      {file && kind && isOpen ? (
        <Viewer key={`${file.name} ${tries}`} file={file} onRetry={retry} />
      ) : (
        <>
          <Poster resource={resource} onClick={kind ? open : undefined} />
          {kind && (
            <>
              {(kind === 'clip' || kind === 'sound') && <div className="seek-bar" />}
              <div className="stage-controls">
                <button
                  type="button"
                  className={buttonClass({ variant: 'solid', className: 'stage-play noscript:hidden' })}
                  onClick={open}
                >
                  <Icon name={kind === 'clip' || kind === 'sound' ? 'play' : 'eye'} />
                  <span>{viewVerb(kind)}</span>
                </button>
                <NativePlayer preview={file.preview} />
              </div>
            </>
          )}
        </>
      )}
      {note && (
        <p className="stage-note">
          {reply.state === 'making' && isOfReply && <span className="stage-making" aria-hidden="true" />}
          {note}
        </p>
      )}
      <p className="sr-only" role="status">
        {isOpen && name && (isPlaying ? `Playing ${name}` : `${name} is on the stage`)}
      </p>
      {isHelpOpen && <KeysDialog onClose={() => store.set({ isHelpOpen: false })} />}
    </section>
  );
}
