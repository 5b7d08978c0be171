import { useEffect, useState } from 'react';
import { useAuth } from '#client/kit/session.tsx';
import { withoutPlaces } from './composer-pictures.ts';
import { type Draft, type DraftPlace, isSame, type Typed } from './draft-store.ts';
import { useDraft } from './draft-use.ts';

export type ComposerText = {
  typed: Typed;
  /** Whether the text differs from the initial one. */
  isTouched: boolean;
  change(part: Partial<Typed>): void;
  /** Goes back to the initial text after the current text has been sent or discarded. */
  forget(): void;
  other: Draft | null;
  swap(): void;
};

/** Text being written, which is kept as a draft. The page stays open if the session ends. */
export function useComposerText(place: DraftPlace, empty: Typed): ComposerText {
  const { holdTyped } = useAuth();
  const [begun] = useState(empty);
  const [typed, setTyped] = useState<Typed>(begun);
  const { first, other, keep, forget, swap } = useDraft(place, begun, (draft) => setTyped(draft ?? begun));
  const [isRestored, setRestored] = useState(false);
  if (first && !isRestored) {
    setRestored(true);
    setTyped({ ...first, text: withoutPlaces(first.text) });
  }
  const isTouched = !isSame(typed, begun);
  useEffect(() => (isTouched ? holdTyped() : undefined), [isTouched, holdTyped]);
  const put = (next: Typed): void => {
    setTyped(next);
    keep(next);
  };
  return {
    typed,
    isTouched,
    change: (part) => put({ ...typed, ...part }),
    forget: () => {
      forget();
      setTyped(begun);
    },
    other,
    swap: () => {
      const draft = swap();
      if (draft) setTyped(draft);
    },
  };
}
