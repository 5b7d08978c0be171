/** RIFF/WAVE files: 24-bit PCM, stereo. */
export type Sound = {
  /** Sample rate in Hz. */
  readonly rate: number;
  /** Samples from -1 to 1, left and right, the same number of each. */
  readonly channels: readonly Float32Array[];
};

const BYTES = 3;
/** The highest sample. */
const FULL = 2 ** (BYTES * 8 - 1) - 1;

/** A complete WAV file. Samples outside -1 to 1 are clipped. */
export function encodeWav(sound: Sound): Buffer {
  const count = sound.channels.length;
  const length = sound.channels[0]?.length ?? 0;
  const size = length * count * BYTES;
  const file = Buffer.alloc(44 + size + (size & 1));
  file.write('RIFF', 0, 'ascii');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'ascii');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(count, 22);
  file.writeUInt32LE(sound.rate, 24);
  file.writeUInt32LE(sound.rate * count * BYTES, 28);
  file.writeUInt16LE(count * BYTES, 32);
  file.writeUInt16LE(BYTES * 8, 34);
  file.write('data', 36, 'ascii');
  file.writeUInt32LE(size, 40);
  let at = 44;
  for (let i = 0; i < length; i++) {
    for (const channel of sound.channels) {
      const value = Math.round(Math.max(-1, Math.min(1, channel[i] as number)) * FULL);
      at = file.writeIntLE(value, at, BYTES);
    }
  }
  return file;
}
