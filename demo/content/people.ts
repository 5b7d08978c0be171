/** The demo's fictional people: the house account, the four demo accounts, leakers and members. */
export type PersonEntry = {
  readonly username: string;
  readonly displayName: string | null;
  /** Stored roles (product.md, "Words and shapes"). */
  readonly role: 'USER' | 'LEAKER' | 'ADMIN';
  readonly bio: string;
  readonly badges: readonly string[];
  /** Hue of the avatar and banner; null to use the default images. */
  readonly hue: number | null;
  readonly daysAgo: number;
  readonly premium: boolean;
};

/** The account that owns the eight elements. It exists in production too. */
export const HOUSE: PersonEntry = {
  username: 'helix-studio',
  displayName: 'Helix Studio',
  role: 'LEAKER',
  bio: 'The house account. Free starter packs under CC0, made by the people who build this site.',
  badges: ['STAFF'],
  hue: 36,
  daysAgo: 310,
  premium: false,
};

export const DEMO_ACCOUNTS: readonly PersonEntry[] = [
  {
    username: 'admin-demo',
    displayName: 'Admin Demo',
    role: 'ADMIN',
    bio: 'I look after this demo. Log in as me to see the admin pages.',
    badges: ['STAFF'],
    hue: 270,
    daysAgo: 308,
    premium: false,
  },
  {
    username: 'leaker-demo',
    displayName: 'Leaker Demo',
    role: 'LEAKER',
    bio: 'Titles, LUTs and the odd glitch. Log in as me to upload something.',
    badges: [],
    hue: 195,
    daysAgo: 260,
    premium: false,
  },
  {
    username: 'premium-demo',
    displayName: 'Premium Demo',
    role: 'USER',
    bio: 'A member with Premium.',
    badges: [],
    hue: 82,
    daysAgo: 190,
    premium: true,
  },
  {
    username: 'member-demo',
    displayName: 'Member Demo',
    role: 'USER',
    bio: 'A regular member with a few saved items.',
    badges: [],
    hue: null,
    daysAgo: 120,
    premium: false,
  },
];

const leaker = (
  username: string,
  displayName: string,
  hue: number,
  daysAgo: number,
  bio: string,
  badges: readonly string[] = [],
  premium = false,
): PersonEntry => ({
  username,
  displayName,
  role: 'LEAKER',
  bio,
  badges,
  hue,
  daysAgo,
  premium,
});

export const LEAKERS: readonly PersonEntry[] = [
  leaker(
    'mira',
    'Mira',
    350,
    296,
    'Titles and motion for music videos. I like type that shows up a beat late.',
    ['TOP CREATOR'],
    true,
  ),
  leaker('okapi', 'Okapi', 140, 289, 'Colourist. Print looks, curves, and skin left well alone.', ['TOP CREATOR']),
  leaker('vesper', 'Vesper', 220, 281, 'Sound design and lens flares. If it glows, it should also hum.', [], true),
  leaker('noctis', 'Noctis', 285, 268, 'Transitions for dark scenes. Doors, smoke, ink.'),
  leaker('kettle', 'Kettle', 50, 257, 'Broken tape and real dirt. No fake scan lines.'),
  leaker('halide', 'Halide', 180, 244, 'Plates and 3D models with clean topology.', [], true),
  leaker('solstice', 'Solstice', 20, 231, 'Vertical video, travel and weather.'),
  leaker('pylon', 'Pylon', 200, 219, 'Broadcast and documentary graphics that get out of the way.'),
  leaker('quillon', 'Quillon', 320, 216, 'Retro futures and cities that never were.'),
];

const MEMBER_NAMES = [
  'tinfoil-owl',
  'slowpan',
  'brackish',
  'cutaway',
  'hazelframe',
  'ninepoint',
  'marblejar',
  'oddfield',
  'proxyghost',
  'saltbox',
  'undercrank',
  'lowkey-lamp',
  'bluebarn',
  'fieldrecord',
  'paperlens',
  'quietgate',
  'rollspeed',
  'sprocketry',
  'thirdstop',
  'umberly',
  'vellumcat',
  'wideopen',
  'xylobeam',
  'yellowcut',
  'zebrahigh',
  'antenna-bay',
  'boomshadow',
  'chalkline',
  'driftnote',
  'eastframe',
  'fogsignal',
  'grainstore',
  'hushroom',
  'inkwell-ida',
  'jumpcut-jo',
  'kelvin-k',
  'lensfog',
  'matchbox-m',
  'nodegraph',
  'overscan',
  'pixelmoth',
  'quartzlamp',
  'reelsteady',
  'splitdiopter',
  'timelapse-tom',
  'upbeat-ula',
  'vignette-v',
  'warmfront',
  'exposure-x',
  'yokefilm',
  'zoetrope-z',
  'ambertrack',
  'basslift',
  'clapperboard',
  'deepfocus',
  'edgefog',
] as const;

const BIOS = [
  'Weddings on weekends, fog on weekdays.',
  'Learning to cut slower.',
  'Film student with too many tabs open.',
  'Documentary editor. Tea person.',
  'I cut trailers for games nobody has heard of.',
  'Colour notes and bad puns.',
  'One laptop, one plant, forty projects.',
  '',
  'Skate edits since the mini-DV days.',
  'Motion designer, usually on a train.',
  '',
  'Podcast editor who wandered into video.',
  'Making an album film, one frame a day.',
  'I teach editing at a night school.',
];

/** Regular members. Every seventh has a Premium grant; every fifth keeps the default images. */
export const MEMBERS: readonly PersonEntry[] = MEMBER_NAMES.map((name, i) => ({
  username: name,
  displayName: i % 3 === 0 ? (name.split('-')[0]?.replace(/^./, (c) => c.toUpperCase()) ?? null) : null,
  role: 'USER',
  bio: BIOS[(i * 5) % BIOS.length] ?? '',
  badges: i === 3 ? ['BETA'] : [],
  hue: i % 5 === 4 ? null : (i * 47) % 360,
  daysAgo: Math.max(1, Math.round(290 - i * 5.2)),
  premium: i % 7 === 2,
}));
