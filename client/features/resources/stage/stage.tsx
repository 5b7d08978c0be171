import { type CSSProperties, useEffect, useRef } from 'react';
import { FileNotePart, StageNotePart } from '#client/features/resources/components/files/file-parts.ts';
import { lastPart } from '#client/features/resources/components/files/folder-view.ts';
import { classNames } from '#client/ui/class-names.ts';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { hideIfFailed, hideOnError } from '#client/ui/media/hide-broken-image.ts';
import { textHue } from '#client/ui/media/text-hue.ts';
import type { FilePreview, Resource, Stage as StageReply } from '#contract/resources/api.ts';
import { useStageState, useStageStore } from './stage-store.tsx';
import { isPlayed, viewKind, viewVerb } from './view-kind.ts';
import { WAITING } from './waiting.tsx';
import './stage.css';

const live = () => import('./stage-live.tsx');
const Viewer = lazyPart(() => live().then((file) => file.Viewer), { waiting: WAITING });
const StageLife = lazyPart(() => live().then((file) => file.StageLife), { silent: true });

/** Plays without scripts, with the browser's own controls. Clips with transparency are left out: half of each frame is alpha. */
const NativePlayer = ({ preview }: { preview: FilePreview | null }) => (
  <noscript>
    {import.meta.env.SSR && preview?.kind === 'clip' && !preview.isStacked && (
      // biome-ignore lint/a11y/useMediaCaption: creators' clips have no captions
      <video src={preview.url} controls preload="none" className="stage-native" />
    )}
    {import.meta.env.SSR && preview?.kind === 'sound' && (
      // biome-ignore lint/a11y/useMediaCaption: as above
      <audio src={preview.url} controls preload="none" className="stage-native" />
    )}
  </noscript>
);

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
 * Shows and plays the file that is selected in the list. Until someone asks for more, it is only the resource's picture, and
 * nothing else is loaded.
 */
export function ResourceStage({
  resource,
  reply,
  isAsked,
}: {
  resource: Resource;
  reply: StageReply;
  /** Whether the address names the file. */
  isAsked: boolean;
}) {
  const store = useStageStore();
  const box = useRef<HTMLElement>(null);
  const { file, isOpen, isPlaying } = useStageState((state) => state);
  // People who follow a link to a file want to see this one, and not the resource's picture.
  useEffect(() => {
    if (isAsked && store.get().file) store.set({ isOpen: true });
  }, [store, isAsked]);

  const kind = file && viewKind(file);
  const open = (): void => {
    if (!file) return;
    store.show(file, { plays: true });
    // The pressed button disappears.
    box.current?.focus({ preventScroll: true });
  };
  const name = file && lastPart(file.name);
  return (
    <section
      ref={box}
      className="stage"
      aria-label="Preview"
      tabIndex={-1}
      onPointerEnter={() => store.prepare()}
      onFocus={() => store.prepare()}
      onKeyDown={(event) => store.onKeyDown(event)}
    >
      {file && (
        <div className="stage-bar">
          <p className="min-w-0 truncate font-semibold">{name}</p>
          <p className="mono ml-auto flex-none text-muted max-sm:hidden">
            <FileNotePart file={file} />
          </p>
        </div>
      )}
      {file && kind && isOpen ? (
        <Viewer resource={resource} file={file} />
      ) : (
        <>
          <Poster resource={resource} onClick={kind ? open : undefined} />
          {kind && (
            <>
              {isPlayed(kind) && <div className="seek-bar" />}
              <div className="stage-controls">
                <button
                  type="button"
                  className={buttonClass({ variant: 'solid', className: 'stage-play noscript:hidden' })}
                  onClick={open}
                >
                  <Icon name={isPlayed(kind) ? 'play' : 'eye'} />
                  <span>{viewVerb(kind)}</span>
                </button>
                <NativePlayer preview={file.preview} />
              </div>
            </>
          )}
        </>
      )}
      <StageNotePart shown={reply} file={file} />
      <p className="sr-only" role="status">
        {isOpen && name && (isPlaying ? `Playing ${name}` : `${name} is on the stage`)}
      </p>
      <StageLife resourceId={resource.id} reply={reply} />
    </section>
  );
}
