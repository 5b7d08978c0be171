/** The starter content for a first start: the eight elements (always) and the demo (only with the embedded database). */

import { DAY_MS } from '#contract/durations.ts';
import { createRandom } from '#demo/art/random.ts';
import { makeInStudio } from '#demo/art/studio.ts';
import { ELEMENTS } from '#demo/content/elements.ts';
import type { AssetType, CatalogueEntry, StarterFile } from '#demo/content/entry.ts';
import { keyOf } from '#demo/content/keys.ts';
import { CATALOGUE } from '#demo/content/list.ts';
import { DEMO_ACCOUNTS, HOUSE, LEAKERS, MEMBERS, type PersonEntry } from '#demo/content/people.ts';
import { WAITING } from '#demo/content/waiting.ts';
import { licenceText, readmeText } from '#demo/files/notes.ts';

export type StarterResource = {
  /** Stable name inside the starter content, used by relations. */
  readonly key: string;
  /** Slug under /elements, only for the eight elements. */
  readonly slug: string | null;
  readonly authorUsername: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly editor: string;
  readonly editorMinVersion: string | null;
  readonly type: AssetType;
  readonly tags: readonly string[];
  readonly licence: string;
  readonly createdAt: Date;
  /** The review decision and its time; null while pending. */
  readonly decision: {
    readonly status: 'APPROVED' | 'REJECTED';
    readonly reason: string | null;
    readonly at: Date;
  } | null;
  /** Includes README.txt and LICENSE.txt; paths use `/`. */
  readonly files: readonly StarterFile[];
};

export type StarterPerson = {
  readonly username: string;
  readonly displayName: string | null;
  readonly email: string;
  readonly role: PersonEntry['role'];
  readonly bio: string;
  readonly badges: readonly string[];
  /** WebP, 320 x 320; null to use the site's default. */
  readonly avatar: (() => Promise<Buffer>) | null;
  /** WebP, 1600 x 400; null to use the site's default. */
  readonly banner: (() => Promise<Buffer>) | null;
  readonly createdAt: Date;
  readonly premium: boolean;
};

/** The house account that owns the elements. It has no password. */
export function houseAccount(now: Date): StarterPerson {
  return person(HOUSE, now);
}

/** The eight elements, oldest first. */
export function buildElements(now: Date): StarterResource[] {
  return ELEMENTS.map((entry) => resource(HOUSE.username, entry, now));
}

/** All other public demo resources, oldest first. */
export function buildDemo(now: Date): StarterResource[] {
  return CATALOGUE.flatMap(([author, entries]) => entries.map((entry) => resource(author, entry, now))).sort(
    (a, b) => a.createdAt.getTime() - b.createdAt.getTime(),
  );
}

/** The demo leakers' non-public uploads: pending or rejected. */
export function buildWaiting(now: Date): StarterResource[] {
  return WAITING.map(({ username, refusal, entry }) => {
    const made = resource(username, entry, now);
    const at = new Date(made.createdAt.getTime() + DAY_MS / 4);
    return { ...made, decision: refusal === null ? null : { status: 'REJECTED', reason: refusal, at } };
  });
}

/** The demo's people except the house account: four demo accounts, leakers and members. */
export function demoPeople(now: Date): StarterPerson[] {
  return [...DEMO_ACCOUNTS, ...LEAKERS, ...MEMBERS].map((entry) => person(entry, now));
}

/** A time `daysAgo` days ago, at an hour derived from the name. */
export function momentBefore(now: Date, daysAgo: number, name: string): Date {
  const within = createRandom(name)() * 0.9;
  return new Date(now.getTime() - (daysAgo + within) * DAY_MS);
}

function resource(author: string, entry: CatalogueEntry, now: Date): StarterResource {
  const key = keyOf(entry);
  const createdAt = momentBefore(now, entry.daysAgo, key);
  return {
    key,
    slug: entry.slug ?? null,
    authorUsername: author,
    title: entry.title,
    description: entry.description,
    category: entry.category,
    editor: entry.editor,
    editorMinVersion: entry.editorMinVersion,
    type: entry.type,
    tags: entry.tags,
    licence: entry.licence,
    createdAt,
    decision: { status: 'APPROVED', reason: null, at: createdAt },
    files: [...entry.files.map((file) => inStudio(key, file)), ...notes(author, entry)],
  };
}

function inStudio(key: string, file: StarterFile): StarterFile {
  return { ...file, make: () => makeInStudio({ kind: 'file', key, path: file.path }) };
}

function notes(author: string, entry: CatalogueEntry): StarterFile[] {
  const readme = readmeText({
    title: entry.title,
    author,
    editor: entry.editorMinVersion ? `${entry.editor} ${entry.editorMinVersion} or newer` : entry.editor,
    description: entry.description,
    steps: stepsFor(entry.files),
    files: entry.files.map(({ path }) => path),
  });
  return [
    { path: 'LICENSE.txt', make: async () => licenceText(entry.licence, author) },
    { path: 'README.txt', make: async () => readme },
  ];
}

const STEPS: readonly (readonly [ending: string, step: string])[] = [
  [
    '.cube',
    "LUTs: copy the .cube files into your editor's LUT folder, or load one in a colour correction effect. Footage should be Rec.709.",
  ],
  [
    '.png',
    'PNG: put stills with transparency above the footage. Import numbered frames as an image sequence and use them as a luma matte.',
  ],
  ['.mp4', 'Clips: place above the cut and set the blend mode to Screen, or use them as they are.'],
  [
    '.webm',
    'Clips with alpha: place above the footage in Normal mode. If your editor does not read WebM, convert them to ProRes first: ffmpeg -c:v libvpx-vp9 -i clip.webm -c:v prores_ks -profile:v 4444 clip.mov',
  ],
  ['.wav', 'Sounds: stereo, 48 kHz, 24-bit PCM. Place on their own track and line the peak up with the cut.'],
  ['.jsx', 'After Effects scripts: File > Scripts > Run Script File. Each one builds its own composition.'],
  ['.setting', 'Fusion macros: drop the file on the node area of the Fusion page, or put it in Templates/Edit/Titles.'],
  ['.fcpxml', 'Final Cut timelines: File > Import > XML.'],
  ['.ass', 'Captions: .srt works everywhere; .ass keeps its styling in programs that support it.'],
  ['.dctl', "DCTL: copy into DaVinci Resolve's LUT folder and add the DCTL effect to a node."],
  ['.txt', 'Expressions: open the text file, copy the code, Alt-click the stopwatch of the named property and paste.'],
  ['.svg', 'SVG: import as vector; in After Effects use Create Shapes from Vector Layer.'],
  ['.json', 'Lottie: preview in any Lottie player, or import with a Lottie plug-in.'],
  ['.ase', 'Palettes: .ase for Adobe programs, .gpl for GIMP, Inkscape and Krita.'],
  ['.obj', "Models: run import_models.py in Blender's Scripting tab, or import the .obj files one by one."],
];

function stepsFor(files: readonly StarterFile[]): string[] {
  return STEPS.filter(([ending]) => files.some(({ path }) => path.endsWith(ending))).map(([, step]) => step);
}

function person(entry: PersonEntry, now: Date): StarterPerson {
  const { username, hue } = entry;
  const local = username.endsWith('-demo') ? username.slice(0, -5) : username;
  return {
    username,
    displayName: entry.displayName,
    email: `${local}@demo.example`,
    role: entry.role,
    bio: entry.bio,
    badges: entry.badges,
    avatar: hue === null ? null : () => makeInStudio({ kind: 'avatar', username, hue }),
    banner: hue === null || entry.role === 'USER' ? null : () => makeInStudio({ kind: 'banner', username, hue }),
    createdAt: momentBefore(now, entry.daysAgo, username),
    premium: entry.premium,
  };
}
