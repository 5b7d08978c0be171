/** Whether the user prefers reduced data or motion. Card previews are then off: nothing is fetched, nothing moves. */
export function wantsLess(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  const asked = '(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)';
  return connection?.saveData === true || matchMedia(asked).matches;
}
