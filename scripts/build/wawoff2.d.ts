// Types for the WOFF2 library, which is published without types.
declare module 'wawoff2' {
  export function decompress(packed: Uint8Array): Promise<Uint8Array>;
}
