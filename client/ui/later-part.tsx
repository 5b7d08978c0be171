import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';

/**
 * A part that the server renders and whose code is loaded after the page. React keeps the server's HTML until then and hydrates it
 * in place; if the code can't be loaded, the HTML stays as it is. Use it for parts that are not needed at first. A page calls
 * `preload` in its `load`, so that they do not appear late after a navigation.
 */
export function laterPart<P extends object>(load: () => Promise<ComponentType<P>>) {
  let Loaded: ComponentType<P> | undefined;
  let coming: Promise<void> | undefined;
  /** Loads the code, with one retry. Never rejects; a later call tries again. */
  const preload = (): Promise<void> => {
    coming ??= load()
      .catch(load)
      .then(
        (part) => {
          Loaded = part;
        },
        () => {
          coming = undefined;
        },
      );
    return coming;
  };
  // A promise that never settles keeps the server's HTML; an error would replace the whole page.
  const loadModule = () => preload().then(() => (Loaded ? { default: Loaded } : new Promise<never>(() => {})));
  if (import.meta.env.SSR) void preload();

  return Object.assign(
    (props: P): ReactNode => {
      const [Shown] = useState<ComponentType<P>>(() => Loaded ?? lazy(loadModule));
      const [isLoaded, setLoaded] = useState(Shown === Loaded);
      const [first] = useState(props);
      useEffect(() => void preload().then(() => setLoaded(!!Loaded)), []);
      // Until the code has arrived, changed props would make React drop the server's HTML.
      const shown = isLoaded ? props : first;
      return useMemo(
        () => (
          <Suspense>
            <Shown {...shown} />
          </Suspense>
        ),
        [Shown, shown],
      );
    },
    { preload },
  );
}
