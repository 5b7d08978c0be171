import { BlobSource, Input, MP4, QTFF } from 'mediabunny';

/** Movie files round lengths to milliseconds. */
const ROUNDING = 0.002;

/** Samples with which the encoder of the site's previews begins. These files are written as a stream, which can't say so. */
const PREVIEW_SAMPLES = 1024;

/**
 * Seconds at the beginning of a decoded sound that belong to the encoding. AAC begins with 1024 or more samples that are not in the
 * original; files say so by a negative first timestamp, but not all decoders leave them out. 0 for other files.
 * @param decoded length of the decoded sound in seconds
 */
export async function soundPadding(
  file: Blob,
  decoded: number,
  { isPreview }: { isPreview: boolean },
): Promise<number> {
  const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF] });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track) return 0;
    const [first, end, rate] = await Promise.all([
      track.getFirstTimestamp(),
      track.computeDuration(),
      track.getSampleRate(),
    ]);
    const unsaid = isPreview && first === 0 ? PREVIEW_SAMPLES / rate : 0;
    const padding = unsaid || Math.max(0, -first);
    return decoded - (end - unsaid) >= padding - ROUNDING ? padding : 0;
  } catch {
    return 0;
  } finally {
    input.dispose();
  }
}
