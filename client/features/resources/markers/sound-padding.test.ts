// Sounds made by ffmpeg: with what AAC adds said in the file, and unsaid, as in the site's previews.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { soundPadding } from './sound-padding.ts';

const ADDED = 1024 / 48_000;

const make = (name: string, words: string[]): Blob => {
  const folder = mkdtempSync(join(tmpdir(), 'helix-padding-'));
  try {
    const path = join(folder, name);
    execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=r=48000:d=3', ...words, path]);
    return new Blob([readFileSync(path)]);
  } finally {
    rmSync(folder, { recursive: true });
  }
};
const own = { isPreview: false };

it('is what the file says, if the decoder kept it', async () => {
  const file = make('own.m4a', ['-c:a', 'aac']);
  expect(await soundPadding(file, 3 + ADDED, own)).toBeCloseTo(ADDED, 6);
  expect(await soundPadding(file, 3.002, own)).toBe(0);
});

it('is what the encoder of previews adds, although they don’t say so', async () => {
  const file = make('preview.m4a', ['-c:a', 'aac', '-movflags', 'frag_keyframe+empty_moov+default_base_moof']);
  expect(await soundPadding(file, 3 + ADDED, { isPreview: true })).toBeCloseTo(ADDED, 6);
  expect(await soundPadding(file, 3, { isPreview: true })).toBe(0);
  expect(await soundPadding(file, 3 + ADDED, own)).toBe(0);
});

it('is nothing in other files', async () => {
  expect(await soundPadding(make('own.wav', []), 3, own)).toBe(0);
  expect(await soundPadding(new Blob(['no sound']), 3, own)).toBe(0);
});
