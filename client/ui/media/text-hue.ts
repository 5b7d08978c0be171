/** Hue (0 to 359 degrees) derived from the text. The same text always gives the same hue. */
export function textHue(text: string): number {
  let sum = 7;
  for (const char of text) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 9973;
  return (sum * 47) % 360;
}
