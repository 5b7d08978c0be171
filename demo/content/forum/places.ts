/** Default forum categories of a new site. Administrators can rename, reorder and archive them. */
import type { FORUM_ICONS } from '#contract/forum/limits.ts';

type Icon = (typeof FORUM_ICONS)[number];

type Place = {
  readonly name: string;
  readonly slug: string;
  readonly icon: Icon;
};

export interface CategoryEntry extends Place {
  readonly subcategories: readonly (Place & { readonly description: string })[];
}

export const DEFAULT_CATEGORIES: readonly CategoryEntry[] = [
  {
    name: 'Post-production',
    slug: 'post-production',
    icon: 'video',
    subcategories: [
      { name: 'Editing', slug: 'editing', icon: 'video', description: 'Cuts, codecs, timelines that stay in sync.' },
      { name: 'Colour', slug: 'colour', icon: 'image', description: 'Grades, LUTs, scopes and what they hide.' },
      { name: 'Sound', slug: 'sound', icon: 'music', description: 'Dialogue, loudness, design, music.' },
      { name: 'Motion & VFX', slug: 'motion-vfx', icon: 'star', description: 'Type, expressions, nodes, compositing.' },
    ],
  },
  {
    name: 'Assets',
    slug: 'assets',
    icon: 'grid',
    subcategories: [
      { name: 'Show & tell', slug: 'show-and-tell', icon: 'image', description: 'What you made and how you made it.' },
      { name: 'Packs & presets', slug: 'packs-and-presets', icon: 'grid', description: 'Which pack to use, and why.' },
      {
        name: 'Help with a download',
        slug: 'help-with-a-download',
        icon: 'download',
        description: "File won't open, import or show up? Ask here.",
      },
    ],
  },
  {
    name: 'Helix',
    slug: 'helix',
    icon: 'people',
    subcategories: [
      { name: 'News', slug: 'news', icon: 'bell', description: "What's new on this site." },
      { name: 'Feedback', slug: 'feedback', icon: 'help', description: "What's missing, what gets in the way." },
    ],
  },
];
