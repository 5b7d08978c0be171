import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * The current width of an element in pixels, for drawings whose text must not be stretched. `first` is used until the width is
 * measured.
 */
export function useWidth<T extends HTMLElement>(first: number): [RefObject<T | null>, number] {
  const box = useRef<T>(null);
  const [width, setWidth] = useState(first);
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.floor(entry.contentRect.width));
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return [box, width];
}
