/** sharp, loaded on first use: many processes never need it. */
export async function loadSharp() {
  return (await import('sharp')).default;
}
