import { BlobSource, Input, MP4, QTFF } from 'mediabunny';

/** Movie files round lengths to milliseconds. */
const ROUNDING = 0.002;

/**
 * Seconds at the beginning of a decoded sound that belong to the encoding: AAC begins with 1024 or more samples that players leave
 * out, but decoders of some browsers don't. 0 for other files.
 * @param decoded length of the decoded sound in seconds
 */
export async function soundPadding(file: Blob, decoded: number): Promise<number> {
  const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF] });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track) return 0;
    const [first, end] = await Promise.all([track.getFirstTimestamp(), track.computeDuration()]);
    const padding = Math.max(0, -first);
    return decoded - end >= padding - ROUNDING ? padding : 0;
  } catch {
    return 0;
  } finally {
    input.dispose();
  }
}
