/** Whether the user prefers reduced data or reduced motion. If so, card previews are off: nothing is fetched or animated. */
export function wantsLess(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  const asked = '(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)';
  return connection?.saveData === true || matchMedia(asked).matches;
}
