import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { getResource } from '#client/features/resources/api.ts';
import { lastPart } from '#client/features/resources/components/files/folder-view.ts';
import type { Compared } from '#client/features/resources/stage/offers/compare-list.ts';
import { stageRead } from '#client/features/resources/stage/stage-read.ts';
import { useStageStore } from '#client/features/resources/stage/stage-store.tsx';
import { barsPath, readLevels, reduceLevels } from '#client/features/resources/stage/wave.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { load, read, useLoaded } from '#client/kit/data/query.ts';
import { IconButton } from '#client/ui/forms/icon-button.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import { resourcePath } from '#contract/paths.ts';
import type { FilePreview } from '#contract/resources/api.ts';
import { PAINTED, type Painter } from './painter.ts';
import { createPainter } from './painters.ts';

const BARS = 120;
const WAVE_HEIGHT = 100;

const Wave = ({ levels }: { levels: string }) => (
  <svg viewBox={`0 0 ${BARS * 2} ${WAVE_HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
    <path d={barsPath(reduceLevels(readLevels(levels), BARS), WAVE_HEIGHT)} />
  </svg>
);

/** One compared file. Pressing it puts it on the stage; pressing a sound lets it be heard. */
export function CompareCell({
  resourceId,
  compared,
  isHeard,
  onHear,
  onRemove,
  onLength,
  onReady,
  painters,
}: {
  /** The resource whose page is open. */
  resourceId: string;
  compared: Compared;
  isHeard: boolean;
  onHear: () => void;
  onRemove: () => void;
  /** Called with the length of the file in seconds. */
  onLength: (seconds: number) => void;
  onReady: () => void;
  /** What draws the files; the cell adds its own. */
  painters: Set<Painter>;
}) {
  const { id, file } = compared;
  const context = useAppContext();
  const store = useStageStore();
  const navigate = useNavigate();
  const canvas = useRef<HTMLCanvasElement>(null);
  const painter = useRef<Painter | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const stage = useLoaded(stageRead(id, file));
  const resource = useLoaded(read(getResource, { params: { id } }));
  const preview: FilePreview | null = (stage?.file?.name === file && stage.file.preview) || null;
  const name = lastPart(file).replace(/\.[^.]+$/, '');
  const isSound = preview?.kind === 'sound';
  const seconds = preview && 'seconds' in preview ? preview.seconds : null;

  useEffect(() => {
    Promise.all([load(context, stageRead(id, file)), load(context, read(getResource, { params: { id } }))]).then(
      ([{ file: found }]) => {
        if (found?.name !== file || !found.preview) setFailure('There is no preview of this file.');
      },
      () => setFailure('This file could not be loaded.'),
    );
  }, [context, id, file]);
  const told = useRef({ onLength, onReady });
  useEffect(() => {
    told.current = { onLength, onReady };
  });
  const url = preview && 'url' in preview ? preview.url : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reply that was loaded again has the same preview
  useEffect(() => {
    if (!preview || !canvas.current) return;
    setFailure(null);
    const made = createPainter(preview, {
      canvas: canvas.current,
      onReady: () => told.current.onReady(),
      onNote: setNote,
      onFailure: () => setFailure('This preview did not load.'),
    });
    if (!made) return setFailure('Files of this kind can’t be compared.');
    painter.current = made;
    painters.add(made);
    if (seconds !== null) told.current.onLength(seconds);
    return () => {
      painters.delete(made);
      painter.current = null;
      made.end();
    };
  }, [painters, id, file, preview?.kind, url]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new painter doesn't know it yet
  useEffect(() => painter.current?.hear(isHeard), [isHeard, preview?.kind, url]);

  const path = `${resourcePath(id)}?file=${encodeURIComponent(file)}`;
  const show = (): void => {
    if (!preview) return;
    if (id === resourceId && stage?.file) store.show(stage.file, { plays: false });
    else void navigate(path, { preventScrollReset: true });
  };
  return (
    <li className="compare-cell">
      <button
        type="button"
        className="compare-view"
        aria-pressed={isSound ? isHeard : undefined}
        aria-label={isSound ? `Hear ${name}` : `Show ${name} on the stage`}
        onClick={isSound ? onHear : show}
      >
        <canvas key={url} ref={canvas} {...PAINTED} />
        {preview?.kind === 'sound' && <Wave levels={preview.peaks} />}
        {!preview && !failure && <Spinner label={`Loading ${name}`} />}
        <span className="compare-progress" aria-hidden="true" />
      </button>
      <p role="status" className={failure ? 'compare-failure' : 'sr-only'}>
        {failure}
      </p>
      <p className="compare-caption">
        <Link to={path} preventScrollReset className="truncate font-semibold">
          {name}
        </Link>
        <span className="truncate text-muted">{[resource?.author, note].filter(Boolean).join(', ')}</span>
        <IconButton icon="close" label={`Remove ${name}`} className="compare-remove ml-auto" onClick={onRemove} />
      </p>
    </li>
  );
}
