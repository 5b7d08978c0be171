import { type RefObject, useLayoutEffect } from 'react';

/** Makes a field grow with its text, up to the style sheet's maximum height, in browsers that do not support `field-sizing`. */
export function useGrowth(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides the height
  useLayoutEffect(() => {
    const element = field.current;
    if (!element || CSS.supports('field-sizing', 'content')) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [field, text]);
}
