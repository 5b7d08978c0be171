// Parts whose code comes on demand. Code that fails to arrive costs a note in place, never the page with what was typed.
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { Button } from '#client/ui/forms/button.tsx';

/**
 * Whether the site can be reached: this file itself is asked for, past the cache. Chromium keeps for good that code did
 * not arrive, and never asks for it again on this page; so it is not asked for while the line is away. (Files of a test
 * are on no site.)
 */
const reach = async (): Promise<unknown> =>
  /^h/.test(import.meta.url) && fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' });

type Options<P> = {
  /** Stands in the part's place until it is there. */
  waiting?: ReactNode;
  /** What closing the part would do: with it, the note about a failure can be closed as well. */
  leave?: (props: P) => void;
  /** A part that nobody misses: its failure is not told. */
  silent?: boolean;
};

/** A component that is fetched when it is first drawn, or ahead by `preload`; a failure is tried once more by itself. */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { waiting, leave, silent }: Options<P> = {},
) {
  let Loaded: ComponentType<P> | undefined;
  let coming: Promise<boolean> | undefined;
  let asked = false;
  const get = async (): Promise<void> => {
    await reach();
    asked = true;
    Loaded = await load();
  };

  // Whether it failed.
  const arrive = (): Promise<boolean> => {
    coming ??= get()
      .catch(get)
      .then(
        () => false,
        () => {
          coming = undefined;
          return true;
        },
      );
    return coming;
  };

  return Object.assign(
    (props: P): ReactNode => {
      const [failed, setFailed] = useState<boolean>();
      useEffect(() => {
        if (failed === undefined) void arrive().then(setFailed);
      }, [failed]);
      if (Loaded) return <Loaded {...props} />;
      if (!failed) return waiting;
      if (silent || ('open' in props && !props.open)) return null;
      const button = (label: string, onClick: () => void) => (
        <Button size="sm" onClick={onClick}>
          {label}
        </Button>
      );
      return (
        <div role="alert" className="message c-clip fixed right-0 bottom-0 z-50 m-4 flex-wrap">
          A part of this page did not arrive. Check your connection and try again.
          {button('Try again', () => setFailed(undefined))}
          {/* Code that was asked for in vain comes no more in some browsers, but to a page that is loaded anew. */}
          {asked && button('Reload', () => location.reload())}
          {leave && button('Close', () => leave(props))}
        </div>
      );
    },
    {
      // Fetches the code ahead. When that fails, drawing the part tries again, and tells.
      preload: () => void arrive(),
    },
  );
}
