/** Loads sharp on first use, because many processes never need it. */
export async function loadSharp() {
  return (await import('sharp')).default;
}
