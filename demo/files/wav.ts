/** RIFF/WAVE files: PCM, 16 or 24 bits, one or two channels. */
export type Sound = {
  /** Sample rate in Hz. */
  readonly rate: number;
  /** One array of samples (-1 to 1) per channel, all the same length. */
  readonly channels: readonly Float32Array[];
};

/** A complete WAV file. Samples outside -1 to 1 are clipped. */
export function encodeWav(sound: Sound, bits: 16 | 24 = 16): Buffer {
  const count = sound.channels.length;
  const length = sound.channels[0]?.length ?? 0;
  const bytes = bits / 8;
  const size = length * count * bytes;
  const file = Buffer.alloc(44 + size + (size & 1));
  file.write('RIFF', 0, 'ascii');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'ascii');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(count, 22);
  file.writeUInt32LE(sound.rate, 24);
  file.writeUInt32LE(sound.rate * count * bytes, 28);
  file.writeUInt16LE(count * bytes, 32);
  file.writeUInt16LE(bits, 34);
  file.write('data', 36, 'ascii');
  file.writeUInt32LE(size, 40);
  const peak = 2 ** (bits - 1) - 1;
  let at = 44;
  for (let i = 0; i < length; i++) {
    for (const channel of sound.channels) {
      let value = Math.round(Math.max(-1, Math.min(1, channel[i] as number)) * peak);
      for (let byte = 0; byte < bytes; byte++, value >>= 8) file[at++] = value & 255;
    }
  }
  return file;
}
