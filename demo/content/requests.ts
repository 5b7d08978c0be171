/** The demo's asset requests. Shops and prices are fictional; nothing was fetched from the links. */
import type { RequestStatus } from '#contract/requests/api.ts';

export type RequestEntry = {
  readonly by: string;
  readonly name: string;
  readonly link: string;
  readonly daysAgo: number;
  /** Number of votes in addition to the requester's own. */
  readonly votes: number;
  /** Whether the voters include Premium members. */
  readonly forAll?: boolean;
  readonly says?: { readonly title: string; readonly description?: string; readonly price?: string };
  readonly decided?: {
    readonly status: Exclude<RequestStatus, 'Pending'>;
    readonly note: string;
    readonly resourceKey?: string;
  };
};

export const REQUESTS: readonly RequestEntry[] = [
  {
    by: 'premium-demo',
    name: 'Rain on a windscreen, from inside the car',
    link: 'https://longlens.example/packs/windscreen-rain',
    daysAgo: 2,
    votes: 14,
    forAll: true,
    says: {
      title: 'Windscreen Rain: 60 Plates in 4K',
      description:
        'Drizzle to downpour on real glass, with and without wipers. Shot against a green screen, at night and at dusk.',
      price: '49.00 EUR',
    },
  },
  {
    by: 'member-demo',
    name: "Handheld shake that isn't a wiggle expression",
    link: 'https://steadyhands.example/presets/breathing-camera',
    daysAgo: 3,
    votes: 22,
    says: {
      title: 'Breathing Camera',
      description: 'Camera motion tracked from twelve operators on foot: standing, walking, running for a tram.',
      price: '19.00 USD',
    },
  },
  {
    by: 'undercrank',
    name: 'Paper tear transitions with alpha',
    link: 'https://papershop.example/tears',
    daysAgo: 1,
    votes: 6,
    says: { title: 'Torn: 30 Paper Transitions', price: '15.00 EUR' },
  },
  {
    by: 'zebrahigh',
    name: 'Room tones from ordinary kitchens',
    link: 'https://quietrooms.example/library/kitchens',
    daysAgo: 4,
    votes: 9,
    says: {
      title: 'Quiet Rooms 03: Kitchens',
      description: 'Fridges, boilers, a window left open. Two minutes each, 96 kHz.',
      price: '24.00 EUR',
    },
  },
  {
    by: 'cutaway',
    name: 'Subtitles that follow two speakers',
    link: 'https://captionworks.example/dialogue',
    daysAgo: 6,
    votes: 11,
    forAll: true,
    decided: { status: 'Searching', note: 'Pylon is working on a version of Documentary Captions that does this.' },
  },
  {
    by: 'nodegraph',
    name: 'Node group for halation, Resolve',
    link: 'https://filmcurves.example/halation',
    daysAgo: 8,
    votes: 17,
    forAll: true,
    says: {
      title: 'Halation for Resolve',
      description: 'A node tree that adds glow where film would, and nowhere else.',
      price: '39.00 USD',
    },
    decided: { status: 'Searching', note: '' },
  },
  {
    by: 'grainstore',
    name: '16 mm grain, scanned flat',
    link: 'https://silverhalide.example/grain/16mm',
    daysAgo: 9,
    votes: 13,
    says: { title: '16 mm Grain Plates, 4K ProRes', price: '29.00 EUR' },
  },
  {
    by: 'fieldrecord',
    name: 'Trams, not trains',
    link: 'https://citysound.example/trams',
    daysAgo: 11,
    votes: 4,
    says: { title: 'Trams of Six Cities', description: 'Bells, doors and wet rails, from inside and from the kerb.' },
  },
  {
    by: 'pixelmoth',
    name: 'Loading screens for a game show',
    link: 'https://hudmakers.example/game-show',
    daysAgo: 12,
    votes: 2,
  },
  {
    by: 'slowpan',
    name: 'A dolly zoom preset that keeps the eyes level',
    link: 'https://steadyhands.example/presets/vertigo',
    daysAgo: 13,
    votes: 8,
    decided: {
      status: 'Searching',
      note: 'Two leakers have tried. The keyframes still break at other frame rates.',
    },
  },
  {
    by: 'paperlens',
    name: 'Overhead projector switching on and off',
    link: 'https://schoolroom.example/overhead',
    daysAgo: 15,
    votes: 5,
    says: { title: 'Overhead: 12 Light Plates', price: '9.00 EUR' },
  },
  {
    by: 'marblejar',
    name: 'Film burns at the end of the reel',
    link: 'https://silverhalide.example/burns/super8',
    daysAgo: 84,
    votes: 19,
    forAll: true,
    says: {
      title: 'Super 8 Burns',
      description: 'The last metre of forty reels, overexposed to white.',
      price: '25.00 EUR',
    },
    decided: { status: 'Fulfilled', note: 'Okapi scanned some of his own reels.', resourceKey: 'super-8-burns' },
  },
  {
    by: 'brackish',
    name: 'Glitch cuts no longer than six frames',
    link: 'https://cutters.example/packs/six-frames',
    daysAgo: 38,
    votes: 12,
    says: { title: 'Six Frames', price: '12.00 EUR' },
    decided: { status: 'Fulfilled', note: '', resourceKey: 'glitch-cuts-for-trailers' },
  },
  {
    by: 'hazelframe',
    name: 'Lower thirds for long names',
    link: 'https://captionworks.example/lower-thirds',
    daysAgo: 44,
    votes: 10,
    says: {
      title: 'Lower Thirds That Wrap',
      description: 'Two lines, three lines, titles and ranks.',
      price: '18.00 USD',
    },
    decided: {
      status: 'Fulfilled',
      note: 'Made for exactly this, and free to use in paid work.',
      resourceKey: 'interview-lower-thirds',
    },
  },
  {
    by: 'driftnote',
    name: 'One look for a week of phone footage',
    link: 'https://filmcurves.example/on-the-road',
    daysAgo: 37,
    votes: 7,
    decided: { status: 'Fulfilled', note: '', resourceKey: 'travel-reel-luts' },
  },
  {
    by: 'lensfog',
    name: 'Titles from a streaming series',
    link: 'https://bigstream.example/originals/titles',
    daysAgo: 20,
    votes: 15,
    decided: {
      status: 'Rejected',
      note: 'The studio owns these. We can only fulfil a request with work the uploader has the rights to.',
    },
  },
  {
    by: 'overscan',
    name: 'That news opener with the globe',
    link: 'https://channelnine.example/news',
    daysAgo: 26,
    votes: 3,
    decided: {
      status: 'Rejected',
      note: 'This is a broadcaster’s own design. The News Desk Starter comes close and is free.',
    },
  },
  {
    by: 'tinfoil-owl',
    name: 'Every preset in the shop',
    link: 'https://presetmall.example/everything',
    daysAgo: 33,
    votes: 1,
    decided: { status: 'Rejected', note: 'Please request one thing at a time, so someone can actually make it.' },
  },
  {
    by: 'inkwell-ida',
    name: 'Ink in water, shot from below',
    link: 'https://wetplate.example/ink-below',
    daysAgo: 16,
    votes: 16,
    forAll: true,
    says: {
      title: 'Ink from Below',
      description: 'A glass tank, a macro lens and forty drops at 240 frames a second.',
      price: '35.00 EUR',
    },
  },
  {
    by: 'wideopen',
    name: 'Sky replacements with honest horizons',
    link: 'https://weathermen.example/skies',
    daysAgo: 18,
    votes: 6,
    says: { title: 'Forty Skies', price: '30.00 USD' },
  },
  {
    by: 'jumpcut-jo',
    name: 'Beat markers from a waveform',
    link: 'https://cutters.example/tools/beatmarks',
    daysAgo: 5,
    votes: 20,
  },
  {
    by: 'chalkline',
    name: 'Chalk lines that draw themselves',
    link: 'https://schoolroom.example/chalk',
    daysAgo: 22,
    votes: 5,
    says: { title: 'Chalk: 80 Strokes', description: 'Drawn on slate and keyed by hand.', price: '14.00 EUR' },
  },
  {
    by: 'quietgate',
    name: 'Phone call heard through a wall',
    link: 'https://quietrooms.example/presets/next-door',
    daysAgo: 24,
    votes: 4,
  },
  {
    by: 'yellowcut',
    name: 'Split screen that reflows for vertical',
    link: 'https://captionworks.example/split',
    daysAgo: 28,
    votes: 9,
    says: { title: 'Split and Stack', price: '22.00 USD' },
  },
  {
    by: 'kelvin-k',
    name: 'Tungsten to daylight, like a lamp warming up',
    link: 'https://filmcurves.example/warm-up',
    daysAgo: 0.4,
    votes: 1,
  },
];
