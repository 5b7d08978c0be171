const unitOf = (minutes: number): [count: number, unit: string] =>
  minutes < 90
    ? [minutes, 'minute']
    : minutes < 36 * 60
      ? [Math.round(minutes / 60), 'hour']
      : [Math.round(minutes / 1440), 'day'];

/** How long a review usually takes, such as "Usual wait: 5 hours." */
export function usualWaitText(minutes: number | null): string {
  if (minutes === null) return 'Usual wait: no figure yet.';
  const [count, unit] = unitOf(Math.max(1, minutes));
  return `Usual wait: ${count} ${unit}${count === 1 ? '' : 's'}.`;
}
