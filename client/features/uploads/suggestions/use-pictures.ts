// Pictures drawn from the chosen files, of which the user can choose one as the thumbnail.
import { useEffect, useRef, useState } from 'react';
import type { ChosenFile } from '#client/features/uploads/chosen-files.ts';
import type { DrawnPicture } from './draw-pictures.ts';
import { PICTURES, planPictures } from './picture-plans.ts';

export type SuggestedPictures = {
  pictures: readonly DrawnPicture[];
  /** How many more may come. */
  coming: number;
};

const NONE: SuggestedPictures = { pictures: [], coming: 0 };

/** Draws pictures again when the files change, and keeps those that are still wanted. `files` is null to stop. */
export function useSuggestedPictures(files: readonly ChosenFile[] | null): SuggestedPictures {
  const [shown, setShown] = useState(NONE);
  const known = useRef(new Map<string, DrawnPicture>());
  useEffect(() => {
    const stop = new AbortController();
    const plans = planPictures(files ?? []);
    const draw = async (): Promise<void> => {
      const { drawPictures } = await import('./draw-pictures.ts');
      const pictures: DrawnPicture[] = [];
      for await (const picture of drawPictures(plans, known.current, stop.signal)) {
        known.current.set(picture.key, picture);
        if (stop.signal.aborted) return;
        pictures.push(picture);
        setShown({ pictures: [...pictures], coming: Math.min(PICTURES, plans.length) - pictures.length });
      }
      if (!stop.signal.aborted) setShown({ pictures, coming: 0 });
    };
    if (plans.length === 0) setShown(NONE);
    else {
      setShown(({ pictures }) => ({
        pictures,
        coming: Math.max(0, Math.min(PICTURES, plans.length) - pictures.length),
      }));
      // If the code fails to load, the server still makes a thumbnail.
      draw().catch(() => setShown(NONE));
    }
    return () => stop.abort();
  }, [files]);
  useEffect(() => {
    const all = known.current;
    return () => {
      for (const { url } of all.values()) URL.revokeObjectURL(url);
      all.clear();
    };
  }, []);
  return shown;
}
