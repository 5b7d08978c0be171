// Components loaded on demand. If the code fails to load, a note is shown and the page keeps everything the user has typed.
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { Button } from '#client/ui/forms/button.tsx';

/**
 * Checks that the site is reachable by requesting this file without the cache. Chromium remembers a failed module import and
 * never requests it again on the same page, so the import must not be attempted while offline. In tests the file has no HTTP URL,
 * and the check is skipped.
 */
const reach = async (): Promise<unknown> =>
  /^h/.test(import.meta.url) && fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' });

type Options<P> = {
  /** Shown while the part is loading. */
  waiting?: ReactNode;
  /** Closes the part. If given, the failure note has a Close button. */
  leave?: (props: P) => void;
  /** Shows `waiting` instead of the failure note, and doesn't check first. Use this for parts that the page does not depend on. */
  silent?: boolean;
};

/** A component that is loaded on first render, or earlier with `preload`. A failed load is retried once automatically. */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { waiting, leave, silent }: Options<P> = {},
) {
  let Loaded: ComponentType<P> | undefined;
  let coming: Promise<boolean> | undefined;
  let asked = false;
  const get = async (): Promise<void> => {
    if (!silent) await reach();
    asked = true;
    Loaded = await load();
  };

  // Resolves to true if loading failed.
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
          Part of this page failed to load. Check your connection and try again.
          {button('Try again', () => setFailed(undefined))}
          {/* Some browsers don't retry a failed import until the page is reloaded. */}
          {asked && button('Reload', () => location.reload())}
          {leave && button('Close', () => leave(props))}
        </div>
      );
    },
    {
      // Loads the code ahead of time. If that fails, it is loaded again when the part is rendered.
      preload: arrive,
    },
  );
}
