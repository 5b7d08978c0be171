import { useEffect } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { useAuth } from '#client/kit/session.tsx';
import { forgetMarks } from './stored-marks.ts';

/** Once in the shell: fetches the marks of whoever signs in, and leaves nothing of theirs behind. */
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
      // Without it nothing is drawn as marked; a press fetches the code again.
      () => null,
    );
    return () => {
      left = true;
      close();
    };
  }, [id, isOut, context]);
  return null;
}
