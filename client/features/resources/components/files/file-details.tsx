import { barsPath, readLevels, reduceLevels } from '#client/features/resources/stage/wave.ts';
import { Icon, type IconName } from '#client/ui/icon.tsx';
import { hideIfFailed, hideOnError } from '#client/ui/media/hide-broken-image.ts';
import type { ResourceFile } from '#contract/resources/api.ts';
import { CLIP_FRAMES } from '#contract/resources/limits.ts';
import { cellsOf, listedFacts } from './file-facts.ts';
import { fileKind, lastPart } from './folder-view.ts';

const ICONS: [RegExp, IconName][] = [
  [/^(?:MOV|MP4|M4V|WEBM|MKV|AVI|MXF)$/, 'video'],
  [/^(?:WAV|MP3|AIF|AIFF|FLAC|OGG|M4A)$/, 'music'],
  [/^(?:PNG|JPG|JPEG|GIF|WEBP|AVIF|TIF|TIFF|EXR|SVG|PSD)$/, 'image'],
  [/^(?:ZIP|RAR|7Z|GZ|TAR)$/, 'archive'],
];

const iconOf = (kind: string): IconName => ICONS.find(([kinds]) => kinds.test(kind))?.[1] ?? 'file';

const BARS = 44;
const HEIGHT = 32;

/** Small picture of a file: a frame from the middle of a clip, a picture, or a waveform; nothing if there is no preview. */
const Picture = ({ preview }: Pick<ResourceFile, 'preview'>) => {
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
  return preview && 'smallUrl' in preview && <img src={preview.smallUrl} alt="" {...shared} />;
};

export function FileThumb({ file }: { file: ResourceFile }) {
  return (
    <span className="contents">
      <Icon name={iconOf(fileKind(lastPart(file.name)))} />
      <Picture preview={file.preview} />
    </span>
  );
}

/** The facts of a file in columns. */
export function FileCells({ file }: { file: ResourceFile }) {
  return (
    <span className="file-facts mono">
      {cellsOf(file).map((fact, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns don't move
        <span key={column}>{fact}</span>
      ))}
    </span>
  );
}

/** The facts of a file in one line. */
export function FileNote({ file, className }: { file: ResourceFile; className?: string }) {
  return <span className={className}>{listedFacts(file).join(', ')}</span>;
}
