/** Whether this reader asked for less, of data or of motion. Cards are then plain: nothing is fetched, nothing moves. */
export function wantsLess(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  const asked = '(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)';
  return connection?.saveData === true || matchMedia(asked).matches;
}
