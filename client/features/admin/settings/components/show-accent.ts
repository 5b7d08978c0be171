import { accentPath } from '#contract/paths.ts';

/** Gives the open page an accent: the style sheet that the server draws for the colour, in place of the one that stands. */
export function showAccent(color: string | null): void {
  const known = document.head.querySelector<HTMLLinkElement>('link[data-accent]');
  if (color === null) {
    known?.remove();
    return;
  }
  const path = accentPath(color);
  if (known) {
    if (known.getAttribute('href') !== path) known.setAttribute('href', path);
    return;
  }
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = path;
  link.setAttribute('data-accent', '');
  document.head.append(link);
}
