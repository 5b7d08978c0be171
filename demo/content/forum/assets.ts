/** Demo forum threads about assets: showing work, choosing a pack, and problems with a download. */
import { post, type ThreadEntry } from './entry.ts';

export const showThreads: readonly ThreadEntry[] = [
  {
    title: 'My first short, graded with two packs',
    daysAgo: 8,
    views: 690,
    tags: ['short film'],
    posts: [
      post(
        'member-demo',
        0,
        27,
        'Seven minutes in a kitchen, one actor, one lamp. First half is [Cold Morning LUTs](resource:cold-morning-luts), second half is just a warm lift. It switches when the kettle boils.\n\n![Frame from the kitchen](picture:kitchen)',
        {
          pictures: { kitchen: { scene: 'doorway', hue: 205, variant: 1 } },
        },
      ),
      post('okapi', 2, 14, 'Taking the LUT *off* for the warm half was a brave call. It works.'),
      post('hazelframe', 5, 4, "How did you light the window? There's so much detail in it."),
      post(
        'member-demo',
        3,
        6,
        '@hazelframe a bedsheet and luck, honestly. Shot it two stops under and lifted it with a power window.',
      ),
      post('slowpan', 20, 5, 'That hold on the cup. I would have cut, and I would have been wrong.'),
    ],
  },
  {
    title: 'Nothing but type: titles for a radio play',
    daysAgo: 15,
    views: 433,
    tags: ['titles', 'audio'],
    posts: [
      post(
        'mira',
        0,
        19,
        "A radio play needed a video for the web, so it's all type. Four typefaces, one per voice, and they keep interrupting each other. Built on [Kinetic Rows](resource:kinetic-rows), no camera moves at all.",
      ),
      post(
        'driftnote',
        3,
        7,
        "The moment the mother's line pushes everyone else off the screen! I heard it before I read it.",
      ),
      post('overscan', 7, 3, 'How did you time it? By hand?'),
      post(
        'mira',
        2,
        8,
        'I dropped markers by hand while listening, then used an expression that reads the nearest one:\n\n~~~js\nconst m = thisComp.marker;\nconst n = m.nearestKey(time);\nease(time, n.time, n.time + 0.3, 0, 100)\n~~~',
      ),
    ],
  },
  {
    title: 'Club visuals, 40 minutes, one laptop',
    daysAgo: 22,
    views: 351,
    tags: ['loops', 'live'],
    posts: [
      post(
        'quillon',
        0,
        15,
        "Mixed the [Neon Tunnel Loop](/elements/seamless-loop) live with eight of my own. They're all 120 frames long, so I can hit any tempo by dropping frames. The laptop stayed cool. The room did not.",
      ),
      post('fieldrecord', 4, 5, 'What were you running it on?'),
      post('quillon', 1, 4, 'A free VJ player and a MIDI controller. HAP codec, because it decodes on the GPU.'),
    ],
  },
];

export const packThreads: readonly ThreadEntry[] = [
  {
    title: 'Which grain for 4K, and at what scale?',
    daysAgo: 12,
    views: 876,
    tags: ['grain'],
    posts: [
      post(
        'grainstore',
        0,
        11,
        'The grain that looked right in HD looks like sand in 4K. Do I scale it up, or do I need a different pack?',
      ),
      post(
        'kettle',
        2,
        15,
        'Scale it to 150% and halve the opacity. What matters is how big the grain is on *screen*, not in pixels. [Film Grain and Dust](/elements/film-grain-and-dust) is already 4K, the rest here are HD.',
      ),
      post(
        'exposure-x',
        6,
        5,
        "Overlay for the mids, soft light if you need the blacks to stay clean. Then do an export without it and see what you lost. Often it's nothing.",
      ),
      post('grainstore', 17, 3, '150% at half opacity it is. The sand is gone and it looks like film again.'),
    ],
  },
  {
    title: 'Burned Film Wipes over white footage',
    daysAgo: 5,
    views: 198,
    tags: ['overlays'],
    posts: [
      post('brackish', 0, 4, "Snow scene, and the wipes just vanish. They're set to Screen. What else can I try?"),
      post(
        'kettle',
        1,
        9,
        "Use the matte instead of the picture. There's a `matte` folder in [Burned Film Wipes](resource:burned-film-wipes). Set it up as a luma matte, then put the burn on top in multiply.",
      ),
      post('brackish', 3, 2, "Oh, there's a folder. I never unpacked it. I am the snow."),
    ],
  },
  {
    title: "Lower thirds that don't shout?",
    daysAgo: 26,
    views: 540,
    tags: ['graphics'],
    posts: [
      post(
        'saltbox',
        0,
        8,
        '90-minute doc, eleven speakers, none of them under seventy. I want the names to show up, be readable and leave.',
      ),
      post(
        'pylon',
        2,
        12,
        'Fade in over 8 frames, no movement, hold for twice as long as it takes to read it aloud, fade out over 16. If you want it ready-made: [Interview Lower Thirds](resource:interview-lower-thirds), style 3.',
      ),
      post(
        'saltbox',
        30,
        5,
        'Went with style 3 at 70%. The projectionist at the festival asked what typeface it was, and that was the only comment I got. Perfect.',
      ),
      post('quartzlamp', 20, 1, 'BUY FOLLOWERS CHEAP, link in my profile!!!', { removed: 'Advertising.' }),
    ],
  },
];

export const helpThreads: readonly ThreadEntry[] = [
  {
    title: "LUT is in the folder but Resolve won't list it",
    daysAgo: 10,
    views: 1503,
    tags: ['resolve', 'lut'],
    posts: [
      post('vellumcat', 0, 6, 'I copied the .cube files over and restarted, still nothing. Resolve 19 on Linux.'),
      post(
        'nodegraph',
        1,
        16,
        'Project Settings > Color Management > *Open LUT Folder*, copy them into whatever opens, then hit *Update Lists*. On Linux there are two LUT folders and it only reads one of them.',
      ),
      post('vellumcat', 2, 4, 'Two folders! That was it, thanks.'),
      post(
        'sprocketry',
        50,
        2,
        'Same on Windows if Resolve was installed for all users. Glad I searched before posting.',
      ),
    ],
  },
  {
    title: 'Where do .setting files go?',
    daysAgo: 18,
    views: 967,
    tags: ['fusion'],
    posts: [
      post(
        'marblejar',
        0,
        5,
        'I downloaded the title template and got a `.setting` file. Double-clicking it opens a text editor. Now what?',
      ),
      post(
        'leaker-demo',
        2,
        14,
        "To use it once, drag it onto the node area of the Fusion page. To get it in the Effects list, put it here:\n\n~~~\nFusion/Templates/Edit/Titles\n~~~\n\nThen restart. It's also in the README of the [Chapter Title Template](/elements/title-template), but who reads those?",
      ),
      post('marblejar', 1, 3, 'I do now.'),
    ],
  },
  {
    title: 'Download stopped at 80%, do I have to start over?',
    daysAgo: 2,
    views: 121,
    tags: ['download'],
    posts: [
      post('yokefilm', 0, 2, 'On a train, 1.2 GB file, hit a tunnel at 80%. Can I pick up where it stopped?'),
      post(
        'admin-demo',
        1,
        7,
        'Yes, downloads here can be resumed. Open the download list in your browser and hit *Resume*. It works for Download All too, because the archive is the same byte for byte every time.',
      ),
      post('yokefilm', 1, 3, 'Picked up right at 80%. Witchcraft. Thanks!'),
    ],
  },
];
