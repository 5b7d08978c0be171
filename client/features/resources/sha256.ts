// SHA-256 (FIPS 180-4) of files of any size: `crypto.subtle` wants the whole file in memory, this reads it piece by piece.

/** The first 32 bits of the fractional parts of a root of the first primes, which is how the standard defines its numbers. */
const fractions = (count: number, root: (prime: number) => number): Uint32Array => {
  const words = new Uint32Array(count);
  let found = 0;
  for (let candidate = 2; found < count; candidate += 1) {
    let isPrime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor += 1) if (candidate % divisor === 0) isPrime = false;
    if (!isPrime) continue;
    const value = root(candidate);
    words[found] = Math.floor((value - Math.floor(value)) * 2 ** 32);
    found += 1;
  }
  return words;
};

const ROUND_WORDS = fractions(64, Math.cbrt);
const START = fractions(8, Math.sqrt);
const BLOCK_BYTES = 64;

const compress = (state: Uint32Array, schedule: Uint32Array, block: DataView, offset: number): void => {
  for (let index = 0; index < 16; index += 1) schedule[index] = block.getUint32(offset + index * 4);
  for (let index = 16; index < 64; index += 1) {
    const early = schedule[index - 15] as number;
    const late = schedule[index - 2] as number;
    const first = ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3);
    const second = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10);
    schedule[index] = (schedule[index - 16] as number) + first + (schedule[index - 7] as number) + second;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let index = 0; index < 64; index += 1) {
    const sumE = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const choice = (e & f) ^ (~e & g);
    const one = (h + sumE + choice + (ROUND_WORDS[index] as number) + (schedule[index] as number)) | 0;
    const sumA = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + sumA + majority) | 0;
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] as number) + word;
};

/** A hash that takes its bytes in pieces; `digest` ends it and answers 64 hexadecimal digits. */
export const createSha256 = () => {
  const state = START.slice();
  const schedule = new Uint32Array(64);
  const rest = new Uint8Array(BLOCK_BYTES);
  const restView = new DataView(rest.buffer);
  let held = 0;
  let total = 0;

  const update = (bytes: Uint8Array): void => {
    total += bytes.length;
    let offset = 0;
    if (held > 0) {
      offset = Math.min(BLOCK_BYTES - held, bytes.length);
      rest.set(bytes.subarray(0, offset), held);
      held += offset;
      if (held < BLOCK_BYTES) return;
      compress(state, schedule, restView, 0);
      held = 0;
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (; offset + BLOCK_BYTES <= bytes.length; offset += BLOCK_BYTES) compress(state, schedule, view, offset);
    rest.set(bytes.subarray(offset));
    held = bytes.length - offset;
  };

  const digest = (): string => {
    const bits = total * 8;
    const padding = new Uint8Array((held < 56 ? 56 : 120) - held + 8);
    padding[0] = 0x80;
    const view = new DataView(padding.buffer);
    view.setUint32(padding.length - 8, Math.floor(bits / 2 ** 32));
    view.setUint32(padding.length - 4, bits >>> 0);
    update(padding);
    return [...state].map((word) => word.toString(16).padStart(8, '0')).join('');
  };

  return { update, digest };
};

/**
 * The SHA-256 of a file in the browser, in hexadecimal digits. `onProgress` hears the share that is read, 0 to 1, after
 * every piece, and ends the work by answering false: the answer is null then. Rejects when the file cannot be read.
 */
export const sha256OfBlob = async (blob: Blob, onProgress: (share: number) => boolean): Promise<string | null> => {
  const hash = createSha256();
  const reader = blob.stream().getReader();
  let read = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return hash.digest();
    hash.update(value);
    read += value.length;
    if (onProgress(read / blob.size)) continue;
    await reader.cancel();
    return null;
  }
};
