import { type RefObject, useEffect, useRef, useState } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { loadedOf, type Read, reload, update } from '#client/kit/data/query.ts';
import { sentenceOf } from '#client/kit/form.tsx';
import type { ManagedCategory } from '#contract/forum/categories.ts';
import { orderCategories } from './forum-api.ts';
import { orderOf, placeInWords, withMoved } from './forum-labels.ts';

/**
 * Moves categories immediately and saves the order in the background, one call at a time. Focus stays on the moved entry. If
 * saving fails, the list is reloaded and the error is shown.
 */
export function useForumOrder(of: Read<ManagedCategory[]>, box: RefObject<HTMLElement | null>) {
  const context = useAppContext();
  const [said, setSaid] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const last = useRef<{ id: string; by: -1 | 1 }>(null);
  const sending = useRef<Promise<void>>(Promise.resolve());
  const waiting = useRef(0);

  useEffect(() => {
    if (!last.current) return;
    const { id, by } = last.current;
    last.current = null;
    box.current?.querySelector<HTMLElement>(`[data-move="${id} ${by}"]`)?.focus();
  });

  const send = async (): Promise<void> => {
    const categories = loadedOf(context, of);
    waiting.current -= 1;
    // After several quick clicks, only the final order is sent.
    if (!categories || waiting.current > 0) return;
    try {
      await orderCategories(context.transport, { body: orderOf(categories) });
    } catch (error) {
      setSaid('');
      setFailure(sentenceOf(error));
      await reload(context, of).catch(() => null);
    }
  };

  return {
    failure,
    // Describes the new position of the moved entry, for screen readers.
    said,
    move(id: string, by: -1 | 1): void {
      const next = withMoved(loadedOf(context, of) ?? [], id, by);
      last.current = { id, by };
      setFailure(null);
      setSaid(placeInWords(next, id));
      update(context, of, () => next);
      waiting.current += 1;
      sending.current = sending.current.then(send);
    },
  };
}
