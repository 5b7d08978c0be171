// Finds text that is too small to read, and targets that are too small to hit, on a rendered page.
import type { Page } from '@playwright/test';

/** Smallest size of the type scale (client/theme.css, --text-xs), in CSS pixels. */
const SMALLEST_TEXT = 12;
/** Minimum target size (WCAG 2.2, 2.5.8), in CSS pixels. */
const SMALLEST_TARGET = 24;
/** Minimum size of a button in a list row on a phone, in CSS pixels. Such buttons are tapped with a thumb. */
const ROW_ACTION = 40;

/**
 * Visible text below the minimum size, such as "10.5px SPAN.tile 'Ae'". Checks text, field values and placeholders, and the text
 * of ::before and ::after. Text in an SVG counts at its rendered size.
 */
export function tinyText(page: Page): Promise<string[]> {
  return page.evaluate((smallest) => {
    const isDrawn = (element: Element): boolean => {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
      // Screen-reader-only text is clipped to one pixel.
      for (let one: Element | null = element; one; one = one.parentElement)
        if (getComputedStyle(one).clipPath === 'inset(50%)') return false;
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1;
    };
    const sizeOf = (element: Element, pseudo?: string): number => {
      const scale = element instanceof SVGGraphicsElement ? (element.getScreenCTM()?.d ?? 1) : 1;
      return Number.parseFloat(getComputedStyle(element, pseudo).fontSize) * scale;
    };
    const ownText = (element: Element): string => {
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
        return element.value || element.placeholder;
      return [...element.childNodes]
        .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
        .map(({ textContent }) => textContent)
        .join('')
        .trim();
    };
    const found = new Set<string>();
    const note = (element: Element, text: string, pseudo?: string): void => {
      const size = sizeOf(element, pseudo);
      // Rounding of rem values can make a difference of up to 0.005 px.
      if (!text || size >= smallest - 0.005 || !isDrawn(element)) return;
      found.add(
        `${size.toFixed(2)}px ${element.tagName}.${element.getAttribute('class') ?? ''} "${text.slice(0, 20)}"`,
      );
    };
    for (const element of document.body.querySelectorAll('*')) {
      if (element instanceof HTMLScriptElement || element instanceof HTMLStyleElement) continue;
      if (element.tagName === 'NOSCRIPT' || element.tagName === 'OPTION') continue;
      note(element, ownText(element));
      for (const pseudo of ['::before', '::after'])
        note(element, /^"(.+)"$/.exec(getComputedStyle(element, pseudo).content)?.[1] ?? '', pseudo);
    }
    return [...found];
  }, SMALLEST_TEXT);
}

/**
 * Targets smaller than 24 by 24 px that have another target within the 24 px circle around them (WCAG 2.2, 2.5.8) and, on phones,
 * buttons in list rows smaller than 40 px. Measures the clickable area instead of the visible area. For example, a checkbox
 * includes its label, and a link includes the card that it covers. Links in a sentence are exempt.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(
    ({ smallest, rowAction }) => {
      const INTERACTIVE =
        'a[href], button, input:not([type=hidden]), select, textarea, summary, label:has(input), [role=button], [role=menuitem], [role=option], [role=tab], [role=switch], [role=slider]';
      type Box = { left: number; top: number; right: number; bottom: number };
      const isShown = (element: Element): boolean => {
        if (!element.checkVisibility({ visibilityProperty: true })) return false;
        // A pointer can't reach elements that are behind a dialog or meant only for screen readers.
        if (element.closest('[inert], [data-base-ui-inert]')) return false;
        if (element.closest('[aria-hidden=true]') && element.matches('[tabindex="-1"]')) return false;
        for (let one: Element | null = element; one; one = one.parentElement) {
          const { clipPath, clip, pointerEvents } = getComputedStyle(one);
          if (clipPath === 'inset(50%)' || clip === 'rect(0px, 0px, 0px, 0px)') return false;
          if (one === element && pointerEvents === 'none') return false;
        }
        const { width, height } = element.getBoundingClientRect();
        return width > 1 && height > 1;
      };
      const labelsOf = (element: Element): Element[] =>
        element instanceof HTMLInputElement ? [...(element.labels ?? [])].filter(isShown) : [];
      // All clickable boxes: the element, its labels, and a pseudo-element that is stretched over a larger box.
      const boxesOf = (element: Element): Box[] => {
        const boxes: Box[] = [element, ...labelsOf(element)].map((one) => one.getBoundingClientRect());
        for (const pseudo of ['::before', '::after']) {
          const { content, position, inset, pointerEvents } = getComputedStyle(element, pseudo);
          if (content === 'none' || position !== 'absolute' || pointerEvents === 'none') continue;
          let base: Element | null = element;
          while (base && getComputedStyle(base).position === 'static') base = base.parentElement;
          const around = (base ?? document.documentElement).getBoundingClientRect();
          const [top = 0, right = top, bottom = top, left = right] = inset.split(' ').map(Number.parseFloat);
          if ([top, right, bottom, left].some(Number.isNaN)) continue;
          boxes.push({
            left: around.left + left,
            top: around.top + top,
            right: around.right - right,
            bottom: around.bottom - bottom,
          });
        }
        return boxes;
      };
      const holds = (box: Box, side: number): boolean =>
        box.right - box.left >= side - 0.5 && box.bottom - box.top >= side - 0.5;
      // Whether there is text before or after the element on the same line.
      const isInSentence = (element: Element): boolean => {
        if (!element.matches('a[href], button') || getComputedStyle(element).display !== 'inline') return false;
        let block = element.parentElement;
        while (block && getComputedStyle(block).display === 'inline') block = block.parentElement;
        const own = element.textContent?.trim() ?? '';
        const words = [...(block?.childNodes ?? [])]
          .map((node) =>
            node instanceof Element && getComputedStyle(node).display !== 'inline' ? '' : (node.textContent ?? ''),
          )
          .join('')
          .trim();
        return words.length > own.length + 2;
      };
      const nameOf = (element: Element): string => {
        const { width, height } = element.getBoundingClientRect();
        const label = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
        const place = element.parentElement?.getAttribute('class') ?? '';
        return `${Math.round(width)}x${Math.round(height)} ${element.tagName}.${element.getAttribute('class') ?? ''} "${label.slice(0, 30)}" in ${place.slice(0, 60)}`;
      };
      const targets = [...document.querySelectorAll(INTERACTIVE)].filter(
        (element) => element.tagName !== 'LABEL' && isShown(element),
      );
      const found = new Set<string>();
      const isNarrow = innerWidth <= 768;
      const all = targets.map((element) => ({
        element,
        boxes: boxesOf(element),
        own: element.getBoundingClientRect(),
      }));
      const undersized = all.filter(({ boxes }) => !boxes.some((box) => holds(box, smallest)));
      const centre = ({ left, right, top, bottom }: Box) => ({ x: (left + right) / 2, y: (top + bottom) / 2 });
      for (const one of undersized) {
        if (isInSentence(one.element)) continue;
        const at = centre(one.own);
        const isTight = all.some((other) => {
          if (other.element === one.element || other.element.contains(one.element)) return false;
          const there = centre(other.own);
          if (undersized.includes(other) && Math.hypot(at.x - there.x, at.y - there.y) < smallest) return true;
          return other.boxes.some((box) => {
            const x = Math.max(box.left - at.x, 0, at.x - box.right);
            const y = Math.max(box.top - at.y, 0, at.y - box.bottom);
            return Math.hypot(x, y) < smallest / 2;
          });
        });
        if (isTight) found.add(`target ${nameOf(one.element)}`);
      }
      if (isNarrow)
        for (const { element, boxes } of all)
          if (element.matches('.file-row :is(a, button, input)') && !boxes.some((box) => holds(box, rowAction)))
            found.add(`row action ${nameOf(element)}`);
      return [...found];
    },
    { smallest: SMALLEST_TARGET, rowAction: ROW_ACTION },
  );
}
