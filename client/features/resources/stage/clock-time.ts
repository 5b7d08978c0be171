/** `0:03.296`, or `0:03` without milliseconds. */
export function clockTime(time: number, hasMilliseconds = false): string {
  const milliseconds = hasMilliseconds ? Math.floor(time * 1000 + 1e-6) : Math.round(time) * 1000;
  const seconds = Math.floor(milliseconds / 1000);
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return hasMilliseconds ? `${clock}.${String(milliseconds % 1000).padStart(3, '0')}` : clock;
}
