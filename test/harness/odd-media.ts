// Clips as phones, cameras and editing software write them, and broken ones. All are small and short.
import { execFileSync } from 'node:child_process';
import { makeMedia, type NewFile } from './stage-files.ts';

const H264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'];
const PQ = [
  '-pix_fmt',
  'yuv420p10le',
  '-color_primaries',
  'bt2020',
  '-color_trc',
  'smpte2084',
  '-colorspace',
  'bt2020nc',
];
const clip = (name: string, words: readonly string[], size = '320x180', rate = '24'): NewFile =>
  makeMedia(name, ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${rate}:d=2`, ...words]);

/** A phone's clip: stored on its side, to be turned by 90°. The matrix is in the header of the track (ISO 14496-12, 8.3.2). */
const turned = ({ name, buffer }: NewFile, height: number): NewFile => {
  const at = buffer.indexOf('tkhd') + 4 + 40;
  const unit = 0x1_00_00;
  for (const [i, value] of [0, unit, 0, -unit, 0, 0, height * unit, 0, 0x40_00_00_00].entries())
    buffer.writeInt32BE(value, at + i * 4);
  return { name, buffer };
};

/** A second of each frame for three hours. */
const makeLong = (): NewFile =>
  makeMedia('Three hours.mp4', [
    '-f',
    'lavfi',
    '-i',
    'color=gray:s=64x36:r=1:d=10800',
    ...H264,
    '-preset',
    'ultrafast',
  ]);

/** As browsers record: what is written to a pipe has neither a length nor an index. */
const makeRecording = (): NewFile => {
  const words = [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    'testsrc2=s=320x180:r=24:d=2',
    '-c:v',
    'libvpx',
    '-f',
    'webm',
    '-',
  ];
  return { name: 'Recording.webm', buffer: execFileSync('ffmpeg', words, { maxBuffer: 2 ** 24 }) };
};

export function makeOddMedia() {
  const plain = clip('Plain.mp4', H264);
  return {
    plain,
    variable: clip('Variable.mp4', ['-vf', "select='lt(n,24)+not(mod(n,5))'", '-vsync', 'vfr', ...H264]),
    /** 180x320 when shown. */
    rotated: turned(clip('Phone.mp4', H264, '320x180', '30000/1001'), 180),
    hdr: clip('HDR.mp4', ['-c:v', 'libx264', ...PQ]),
    hevc: clip('HEVC.mp4', ['-c:v', 'libx265', '-x265-params', 'log-level=error', '-tag:v', 'hvc1', ...PQ]),
    prores: clip('ProRes.mov', ['-c:v', 'prores_ks']),
    long: makeLong(),
    recording: makeRecording(),
    /** Its index, which is at the end, is missing. */
    cut: { name: 'Cut.mp4', buffer: plain.buffer.subarray(0, plain.buffer.length / 2) },
    text: { name: 'Notes.mp4', buffer: Buffer.from('Scene 1, take 2\n') },
    empty: { name: 'Empty.mp4', buffer: Buffer.alloc(0) },
  };
}
