/** The demo's non-public uploads: one pending, one rejected. They have no previews yet. */
import type { CatalogueEntry } from './entry.ts';
import { captions, luts, previewPicture } from './packs.ts';

export type WaitingEntry = {
  readonly username: string;
  /** Reason for the rejection; null while the upload is pending. */
  readonly refusal: string | null;
  readonly entry: CatalogueEntry;
};

export const WAITING: readonly WaitingEntry[] = [
  {
    username: 'leaker-demo',
    refusal: null,
    entry: {
      title: 'Night Bus LUTs',
      description:
        'Three looks for sodium light and wet windows. They keep brake lights red and let the shadows go green.',
      category: 'Free',
      editor: 'Premiere Pro',
      editorMinVersion: null,
      type: 'LUT',
      tags: ['lut', 'night', 'street', 'color grade'],
      licence: 'CC BY 4.0',
      daysAgo: 0,
      files: luts('Night', ['rose-haze'], 3),
    },
  },
  {
    username: 'leaker-demo',
    refusal: "The second voice's captions run ahead of the first's. Please export both again and resubmit.",
    entry: {
      title: 'Interview Captions',
      description: 'Captions for two voices in one frame. The second voice sits higher up and is set in italics.',
      category: 'Free',
      editor: 'Final Cut Pro',
      editorMinVersion: null,
      type: 'title',
      tags: ['captions', 'interview', 'documentary'],
      licence: 'CC0',
      daysAgo: 9,
      files: [
        previewPicture({ scene: 'shine', hue: 40, text: 'SAID', variant: 1 }),
        ...captions('Captions', 'Voices', ['First voice', 'Second voice'], 40),
      ],
    },
  },
];
