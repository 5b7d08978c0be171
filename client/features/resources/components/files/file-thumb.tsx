import { barsPath, readLevels, reduceLevels } from '#client/features/resources/stage/wave.ts';
import { hideIfFailed, hideOnError } from '#client/ui/media/hide-broken-image.ts';
import type { ResourceFile } from '#contract/resources/api.ts';
import { CLIP_FRAMES } from '#contract/resources/limits.ts';

const BARS = 44;
const HEIGHT = 32;

/** Small picture of a file: a frame from the middle of a clip, a picture, or a waveform; nothing if there is no preview. */
export function FileThumb({ preview }: Pick<ResourceFile, 'preview'>) {
  if (preview?.kind === 'sound')
    return (
      <svg className="file-wave" viewBox={`0 0 ${BARS * 2} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={barsPath(reduceLevels(readLevels(preview.peaks), BARS), HEIGHT)} />
      </svg>
    );
  const shared = { loading: 'lazy', decoding: 'async', ref: hideIfFailed, onError: hideOnError } as const;
  if (preview?.kind === 'clip')
    return (
      preview.stripUrl && (
        <img
          src={preview.stripUrl}
          alt=""
          {...shared}
          className="file-frame"
          style={{ width: `${CLIP_FRAMES * 100}%` }}
        />
      )
    );
  return preview && <img src={preview.smallUrl} alt="" {...shared} />;
}
