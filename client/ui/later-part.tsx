import type { ComponentType } from 'react';
import { lazyPart } from './lazy-part.tsx';

/**
 * A part that the server renders and whose code is loaded after the page. Until then, React leaves the server's HTML as it is. Use
 * it for parts that only show something. A page calls `preload` in its `load`, so that they do not appear late after a
 * navigation.
 * @param outermost the part's outermost element, which it must always have
 */
export function laterPart<P extends object>(load: () => Promise<ComponentType<P>>, outermost: 'div' | 'span' = 'div') {
  const Kept = outermost;
  const part = lazyPart(load, {
    silent: true,
    // biome-ignore lint/security/noDangerouslySetInnerHtml: no HTML is set
    waiting: <Kept suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />,
  });
  if (import.meta.env.SSR) void part.preload();
  return part;
}
