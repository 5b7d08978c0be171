import { accentPath } from '#contract/paths.ts';

/** Applies an accent colour to the open page by replacing the style sheet that the server generates for it. */
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
