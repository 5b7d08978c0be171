import { describe, expect, it } from 'vitest';
import {
  BUNDLE_MAX_BYTES,
  BUNDLE_MAX_CHARACTERS,
  BUNDLE_MAX_FILES,
  BUNDLED_FILE_MAX_BYTES,
} from '#contract/uploads/limits.ts';
import { BUNDLED_FROM_FILES, batchesOf } from './batches.ts';
import type { ChosenFile } from './chosen-files.ts';

const chosen = (path: string, size: number, lastModified = 1_700_000_000_000): ChosenFile => ({
  path,
  file: new File([], path),
  size,
  lastModified,
});
const many = (count: number, size: number, name = (index: number) => `loops/f${index}.wav`): ChosenFile[] =>
  Array.from({ length: count }, (_, index) => chosen(name(index), size));

describe('batches', () => {
  it('keep one upload per file, in order, when there are few small files', () => {
    const files = [chosen('b.mov', 5e9), ...many(BUNDLED_FROM_FILES - 1, 10)];
    expect(batchesOf(files).map(({ path }) => path)).toEqual(files.map(({ path }) => path));
    expect(batchesOf(files).every(({ isBundle }) => !isBundle)).toBe(true);
  });

  it('pack 70,000 small files into bundles within every limit, each file once', () => {
    const files = many(70_000, 1000, (index) => `pack/${'ü'.repeat(index % 90)}/${index}.png`);
    const parcels = batchesOf(files);
    expect(parcels.length).toBeLessThan(400);
    expect(parcels.flatMap((parcel) => parcel.files)).toEqual(files);
    for (const { files: inside, size, isBundle } of parcels) {
      const characters = inside.reduce((sum, { path }) => sum + Buffer.byteLength(path), 0);
      expect(isBundle).toBe(true);
      expect(inside.length).toBeLessThanOrEqual(BUNDLE_MAX_FILES);
      expect(characters).toBeLessThanOrEqual(BUNDLE_MAX_CHARACTERS);
      expect(size).toBe(inside.length * 1000);
      // A request that completes the largest possible bundle must not exceed the 64 kB body limit of an API call.
      expect(JSON.stringify({ files: inside.map(({ path }) => ({ path, size: 1048576 })) }).length).toBeLessThan(
        60_000,
      );
    }
    expect(new Set(parcels.map(({ path }) => path)).size).toBe(parcels.length);
  });

  it('keep large files out of bundles and bundles within their size limit', () => {
    const parcels = batchesOf([chosen('big.mov', BUNDLED_FILE_MAX_BYTES + 1), ...many(40, BUNDLED_FILE_MAX_BYTES)]);
    expect(parcels.map(({ isBundle, size }) => [isBundle, size])).toEqual([
      [true, BUNDLE_MAX_BYTES],
      [true, BUNDLE_MAX_BYTES],
      [true, 8 * BUNDLED_FILE_MAX_BYTES],
      [false, BUNDLED_FILE_MAX_BYTES + 1],
    ]);
  });

  it('describe their contents and carry the newest modification time', () => {
    const files = [...many(30, 1), chosen('loops/warm/z.wav', 1, 1_800_000_000_000)];
    expect(batchesOf(files, 3)[0]).toMatchObject({
      path: 'Small files, part 3 (31 from loops)',
      modifiedAt: new Date(1_800_000_000_000).toISOString(),
    });
    expect(batchesOf([...many(30, 1), chosen('z.wav', 1)])[0]?.path).toBe('Small files, part 1 (31)');
  });
});
