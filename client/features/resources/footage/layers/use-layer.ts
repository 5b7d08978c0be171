import { useEffect, useState } from 'react';
import { readJson, useFetched } from '#client/features/resources/stage/viewers/use-fetched.ts';
import type { FilePreview } from '#contract/resources/api.ts';
import { type LayerSource, loadStill, stillLayer, videoLayer, watchFrames } from './layer-source.ts';

export type LayerPreview = Extract<FilePreview, { kind: 'clip' | 'picture' | 'lottie' }>;

/**
 * The layer of a preview; null until it can be drawn. `video` shows the preview if it's a clip.
 * @param onFrame called when the layer shows something new
 */
export function useLayer(preview: LayerPreview, video: HTMLVideoElement | null, onFrame: () => void) {
  const [layer, setLayer] = useState<LayerSource | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const data = useFetched(preview.kind === 'lottie' ? preview.url : null, readJson<unknown>);
  useEffect(() => {
    let isOver = false;
    let end = (): void => {};
    const show = (opened: LayerSource): void => {
      setLayer(opened);
      onFrame();
    };
    const fail = (): void => {
      if (!isOver) setFailed(true);
    };
    const open = async (): Promise<void> => {
      if (preview.kind === 'clip' && video) {
        const stop = watchFrames(video, onFrame);
        video.addEventListener('error', fail);
        end = () => {
          stop();
          video.removeEventListener('error', fail);
        };
        show(videoLayer(video, preview));
      }
      if (preview.kind === 'picture') {
        const still = await loadStill(preview.url);
        if (!isOver) show(stillLayer(still));
      }
      if (preview.kind === 'lottie' && data) {
        const { lottieLayer } = await import('./lottie-layer.ts');
        const drawn = isOver ? null : lottieLayer(data, preview);
        if (drawn) {
          end = drawn.end;
          show(drawn.layer);
        } else fail();
      }
    };
    open().catch(fail);
    return () => {
      isOver = true;
      end();
    };
  }, [preview, video, data, onFrame]);
  return { layer, hasFailed: hasFailed || data === null };
}
