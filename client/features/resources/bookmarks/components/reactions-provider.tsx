import { useEffect } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { useAuth } from '#client/kit/session.tsx';
import { forgetMarks } from './stored-marks.ts';

/** Rendered once, in the shell. Loads the marks when a user logs in, and clears them when they log out. */
export function ReactionsProvider() {
  const context = useAppContext();
  const { session } = useAuth();
  const id = session.user?.id;
  const isOut = session.state === 'signed-out';
  useEffect(() => {
    if (isOut) forgetMarks();
    if (!id) return;
    let left = false;
    let close = (): void => {};
    import('./reactions-store.ts').then(
      ({ openReactions: openMarks }) => {
        if (!left) close = openMarks(context);
      },
      // If this fails, nothing is shown as liked, saved or followed. Clicking a button tries to load the code again.
      () => null,
    );
    return () => {
      left = true;
      close();
    };
  }, [id, isOut, context]);
  return null;
}
