import { useEffect, useRef, useState } from 'react';
import { listResourceFiles } from '#client/features/resources/api.ts';
import { useStageState, useStageStore } from '#client/features/resources/stage/stage-store.tsx';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { load, read } from '#client/kit/data/query.ts';
import { isLut, type LutFile, lutName, shortNames } from './names.ts';

/** Larger packs are browsed by folder in the list of files. */
const MOST = 200;

/** All LUTs of a resource that have a preview; only the one on the stage until they have arrived. */
export function useLooks(resourceId: string): LutFile[] {
  const store = useStageStore();
  const context = useAppContext();
  const file = useStageState((state) => state.file);
  const [looks, setLooks] = useState<LutFile[]>([]);
  useEffect(() => {
    let isOver = false;
    const query = { search: '.cube', limit: String(MOST) };
    load(context, read(listResourceFiles, { params: { id: resourceId }, query }))
      .then(({ files }) => !isOver && setLooks(files.filter(isLut)))
      .catch(() => null);
    return () => {
      isOver = true;
    };
  }, [context, resourceId]);
  const isListed = looks.some(({ name }) => name === file?.name);
  // Up and Down go through the LUTs of all folders.
  useEffect(() => {
    if (looks.length > 0) store.setNearby(looks);
  }, [store, looks]);
  return isListed || !file || !isLut(file) ? looks : [file, ...looks];
}

export function LooksList({ looks }: { looks: readonly LutFile[] }) {
  const store = useStageStore();
  const shown = useStageState((state) => state.file?.name);
  const list = useRef<HTMLOListElement>(null);
  // Only the list scrolls, and not the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another LUT is shown
  useEffect(() => {
    const item = list.current?.querySelector<HTMLElement>('[aria-current]')?.parentElement;
    if (!list.current || !item) return;
    const { clientHeight, clientWidth } = list.current;
    list.current.scrollTo({
      top: item.offsetTop - (clientHeight - item.offsetHeight) / 2,
      left: item.offsetLeft - (clientWidth - item.offsetWidth) / 2,
    });
  }, [shown, looks.length]);
  const names = shortNames(looks.map(lutName));
  const at = looks.findIndex(({ name }) => name === shown);
  return (
    <div className="lut-looks">
      <p className="lut-looks-head">
        <b>Looks</b>
        <span className="mono text-muted">
          {at + 1} of {looks.length}
        </span>
      </p>
      <ol ref={list} aria-label="Looks">
        {looks.map((look, i) => (
          <li key={look.name}>
            <button
              type="button"
              aria-current={look.name === shown || undefined}
              title={look.name}
              aria-label={lutName(look)}
              onClick={() => store.show(look, { plays: false })}
            >
              <img src={look.preview.smallUrl} alt="" loading="lazy" width={62} height={35} />
              <span className="truncate">{names[i]}</span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
