// The unpacker of fonts, which comes without types.
declare module 'wawoff2' {
  export function decompress(packed: Uint8Array): Promise<Uint8Array>;
}
