/** Types for catalogue entries. Their files are generated later. */
import type { Licence } from '#demo/files/notes.ts';

export const EDITORS = [
  'After Effects',
  'Premiere Pro',
  'DaVinci Resolve',
  'CapCut',
  'Blender',
  'Final Cut Pro',
] as const;
export type Editor = (typeof EDITORS)[number];

export const CATEGORIES = ['Free', 'Premium', '3D', '3D Premium'] as const;
export type Category = (typeof CATEGORIES)[number];

export const ASSET_TYPES = [
  'LUT',
  'transition',
  'overlay',
  'sound effect',
  'title',
  'template',
  'preset',
  'shape',
  'model',
] as const;
export type AssetType = (typeof ASSET_TYPES)[number];

/** A file of a resource; `path` uses `/`. Its bytes are generated on demand and always the same. */
export type StarterFile = {
  readonly path: string;
  make(): Promise<Buffer>;
};

export type CatalogueEntry = {
  readonly title: string;
  /** Slug of an element's page, /elements/{slug}. Only set for the eight elements. */
  readonly slug?: string;
  readonly description: string;
  readonly category: Category;
  readonly editor: Editor;
  readonly editorMinVersion: string | null;
  readonly type: AssetType;
  readonly tags: readonly string[];
  readonly licence: Licence;
  readonly daysAgo: number;
  readonly files: readonly StarterFile[];
};
