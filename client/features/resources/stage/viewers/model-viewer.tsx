import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { classNames } from '#client/ui/class-names.ts';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { wantsLess } from '#client/ui/media/wants-less.ts';
import type { FileFacts, ResourceFile } from '#contract/resources/api.ts';
import { FailedView } from '../failed-view.tsx';
import { useStageStore } from '../stage-store.tsx';
import { FullScreenButton, MoveButton } from '../transport.tsx';
import { usePlayer } from '../use-player.ts';
import type { ViewerProps } from '../view-kind.ts';
import type { ModelLook, ModelScene } from './model-scene.ts';
import { useFetched } from './use-fetched.ts';
import './model.css';

const LOOKS: readonly (readonly [ModelLook, string])[] = [
  ['textured', 'Textured'],
  ['clay', 'Clay'],
  ['normals', 'Normals'],
  ['wireframe', 'Wireframe'],
];
/** One press of an arrow key. */
const TURN = Math.PI / 12;
const ZOOM = 1.2;

const isDrawable = (): boolean => document.createElement('canvas').getContext('webgl2') !== null;

const readModel = async (reply: Response) => {
  const [{ createModelScene }, body] = await Promise.all([import('./model-scene.ts'), reply.arrayBuffer()]);
  return { createModelScene, body };
};

type Facts = Extract<FileFacts, { kind: 'model' }>;

const lengthOf = (metres: number): string =>
  metres >= 1
    ? `${Number(metres.toFixed(2))} m`
    : metres >= 0.01
      ? `${Number((metres * 100).toFixed(1))} cm`
      : `${Number((metres * 1000).toFixed(2))} mm`;
const sizeOf = ({ size, unit }: Facts): string =>
  size.map((side) => (unit === 'm' ? lengthOf(side) : Number(side.toPrecision(3)))).join(' x ');
const texturesOf = ({ textures, lacksTextures }: Facts): string => {
  const sizes = [...new Set(textures.map(({ width, height }) => `${width}x${height}`))];
  const more = lacksTextures ? 'some not shown' : '';
  return [`${textures.length}`, sizes.slice(0, 3).join(', '), more].filter(Boolean).join(', ');
};

/** What is known about the file itself, which previews simplify. */
const ModelFactsList = ({ facts }: { facts: Facts }) => {
  const { triangles, vertices, materials, isRigged, animations, unit } = facts;
  const rows = [
    ['Triangles', triangles.toLocaleString('en')],
    ['Vertices', vertices.toLocaleString('en')],
    ['Materials', materials],
    ['Textures', texturesOf(facts)],
    ['Rigged', isRigged ? 'Yes' : 'No'],
    ['Animations', animations],
    [unit ? 'Size' : 'Size, in units', sizeOf(facts)],
  ];
  return (
    <dl className="model-facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
};

/** A 3D model to turn; the server's picture until it is there, and where it cannot be. */
export function ModelViewer({
  preview,
  facts,
  title,
  onRetry,
}: ViewerProps<'model'> & { facts: ResourceFile['facts'] }) {
  const store = useStageStore();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [scene, setScene] = useState<ModelScene | null>(null);
  const [isAble, setAble] = useState(isDrawable);
  const [hasFailed, setFailed] = useState(false);
  const [look, setLook] = useState<ModelLook>('textured');
  const [isLight, setLight] = useState(false);
  const [hasFigure, setFigure] = useState(false);
  const [clip, setClip] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const { url, stillUrl, clips } = preview;
  const isAnimated = clips.length > 0;
  const loaded = useFetched(isAble ? url : null, readModel);

  useEffect(() => {
    const target = canvas.current;
    if (!loaded || !target) return;
    let isOver = false;
    let shown: ModelScene | null = null;
    const start = async (): Promise<void> => {
      shown = await loaded.createModelScene(target, loaded.body);
      if (isOver) shown.end();
      else {
        setScene(shown);
        setPlaying(isAnimated && !wantsLess());
      }
    };
    start().catch(() => {
      if (!isOver) setFailed(true);
    });
    const giveUp = (): void => setAble(false);
    target.addEventListener('webglcontextlost', giveUp);
    return () => {
      target.removeEventListener('webglcontextlost', giveUp);
      isOver = true;
      shown?.end();
    };
  }, [loaded, isAnimated]);
  useEffect(() => scene?.setLook(look), [scene, look]);
  useEffect(() => scene?.setFigure(hasFigure), [scene, hasFigure]);
  useEffect(() => {
    if (isAnimated) scene?.setClip(clip, isPlaying);
    store.set({ isPlaying, goesOn: isPlaying });
  }, [scene, store, isAnimated, clip, isPlaying]);
  useEffect(() => () => store.set({ isPlaying: false, goesOn: false }), [store]);

  const toggle = (): void => setPlaying(isAnimated && !isPlaying);
  const onKey = ({ key }: KeyboardEvent): boolean => {
    if (key === 'ArrowLeft') scene?.turn(-TURN, 0);
    else if (key === 'ArrowRight') scene?.turn(TURN, 0);
    else if (key === '+' || key === '=') scene?.zoom(ZOOM);
    else if (key === '-') scene?.zoom(1 / ZOOM);
    else if (key === '0') scene?.reset();
    else if ((key === ' ' || key === 'k') && isAnimated) toggle();
    else return false;
    return true;
  };
  const play = (): void => setPlaying(isAnimated && !wantsLess());
  usePlayer({ isReady: scene !== null, play, toggle, onKey });
  if (hasFailed || loaded === null) return <FailedView onRetry={onRetry} />;

  const isLive = scene !== null && isAble;
  const isKnown = facts?.kind === 'model';
  return (
    <>
      <div
        className={classNames('stage-view', isLight ? 'stage-white' : 'stage-black')}
        aria-busy={url !== null && isAble && !scene}
      >
        <img
          src={stillUrl}
          alt={isLive ? '' : title}
          className={classNames(isLive && 'stage-hidden')}
          onError={() => !isLive && setFailed(true)}
        />
        {url !== null && isAble && (
          // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: arrow keys turn the model
          <canvas
            ref={canvas}
            className={classNames('model-canvas', !isLive && 'stage-hidden')}
            role="application"
            aria-label={`${title}, a 3D model. Arrow keys turn it, plus and minus zoom.`}
            tabIndex={0}
            data-arrows="own"
            onKeyDown={(event) => {
              if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') {
                if (!event.key.startsWith('Arrow') || !onKey(event)) return;
              } else scene?.turn(0, event.key === 'ArrowUp' ? -TURN : TURN);
              event.preventDefault();
            }}
          />
        )}
      </div>
      <div className="stage-controls">
        <MoveButton steps={-1} />
        {isAnimated && (
          <button
            type="button"
            className={buttonClass({ variant: 'solid', className: 'stage-play' })}
            aria-label={isPlaying ? 'Pause' : 'Play'}
            title={isPlaying ? 'Pause' : 'Play'}
            onClick={toggle}
          >
            <Icon name={isPlaying ? 'pause' : 'play'} />
          </button>
        )}
        <MoveButton steps={1} />
        {clips.length > 1 && (
          <select
            className="stage-speed"
            aria-label="Animation"
            value={clip}
            onChange={({ currentTarget }) => setClip(Number(currentTarget.value))}
          >
            {clips.map((name, number) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: names can repeat
              <option key={number} value={number}>
                {name}
              </option>
            ))}
          </select>
        )}
        {isLive && (
          <fieldset className="stage-choice">
            <legend className="sr-only">Look</legend>
            {LOOKS.map(([name, label]) => (
              <button key={name} type="button" aria-pressed={look === name} onClick={() => setLook(name)}>
                {label}
              </button>
            ))}
          </fieldset>
        )}
        {isLive && isKnown && facts.unit === 'm' && (
          <Button variant="quiet" aria-pressed={hasFigure} onClick={() => setFigure(!hasFigure)}>
            Person, 1.8 m
          </Button>
        )}
        <Button variant="quiet" aria-pressed={isLight} onClick={() => setLight(!isLight)}>
          White background
        </Button>
        <span className="flex-1" />
        {isLive && (
          <Button variant="quiet" title="Reset the view (0)" onClick={scene.reset}>
            Reset
          </Button>
        )}
        <FullScreenButton />
      </div>
      {url === null && (
        <p className="stage-note">This model is too simple for a coarser copy, so this is a picture of it.</p>
      )}
      {!isAble && <p className="stage-note">Your browser can’t draw this live. This is a picture from the server.</p>}
      {isKnown && facts.missing.length > 0 && <p className="stage-note">Missing files: {facts.missing.join(', ')}</p>}
      {isKnown && facts.lacksTextures && (
        <p className="stage-note">Some textures are not shown: they are damaged, or compressed for graphics cards.</p>
      )}
      {isKnown && <ModelFactsList facts={facts} />}
    </>
  );
}
