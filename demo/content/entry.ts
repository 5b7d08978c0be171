/** The shape of one line of the catalogue, before its files exist. */
import type { ArtSpec } from '#demo/art/frame.ts';
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

/** What a clip is, as ffprobe found it when it was rendered; `loop` when it was made to end where it began. */
export type ClipFacts = {
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
  readonly seconds: number;
  readonly alpha: boolean;
  readonly loop: boolean;
};

/** A file of a resource; `path` uses `/`. The bytes are made when asked for, the same ones every time. */
export type StarterFile = {
  readonly path: string;
  make(): Promise<Buffer>;
  /** For clips only. */
  readonly clip?: ClipFacts;
};

export type CatalogueEntry = {
  readonly title: string;
  /** Only the eight elements have one: /elements/{slug}. */
  readonly slug?: string;
  readonly description: string;
  readonly category: Category;
  readonly editor: Editor;
  readonly editorMinVersion: string | null;
  readonly type: AssetType;
  readonly tags: readonly string[];
  readonly licence: Licence;
  /** The short text in the card's corner; a number in it is the true number of such files. */
  readonly mediaLabel: string;
  readonly daysAgo: number;
  readonly art: ArtSpec;
  readonly files: readonly StarterFile[];
};
