/** Threads of the demo about assets: what was made with them, which one to take, and what will not open. */
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
        'Seven minutes in a kitchen, one actor, one lamp. Graded with [Cold Morning LUTs](resource:cold-morning-luts) for the first half and nothing but a warm lift in the second. The turn is at the kettle.\n\n![Frame from the kitchen](picture:kitchen)',
        {
          pictures: { kitchen: { scene: 'doorway', hue: 205, variant: 1 } },
        },
      ),
      post('okapi', 2, 14, 'You took the LUT *off* for the warm half, that is the right kind of brave.'),
      post('hazelframe', 5, 4, 'How did you light the window? It holds so much detail.'),
      post(
        'member-demo',
        3,
        6,
        '@hazelframe a bed sheet and luck. Two stops under, and I lifted it with a window shape.',
      ),
      post('slowpan', 20, 5, 'The hold on the cup. I would have cut. I would have been wrong.'),
    ],
  },
  {
    title: 'Titles for a radio play that has no pictures',
    daysAgo: 15,
    views: 433,
    tags: ['titles', 'audio'],
    posts: [
      post(
        'mira',
        0,
        19,
        'A radio play wanted a video for the web, so there is only type. Four typefaces, one for each voice, and they interrupt each other. Built on [Kinetic Rows](resource:kinetic-rows), no cameras.',
      ),
      post(
        'driftnote',
        3,
        7,
        "The moment when the mother's line pushes the others off the screen. I heard it before I read it.",
      ),
      post('overscan', 7, 3, 'How did you time it, by hand?'),
      post(
        'mira',
        2,
        8,
        'Markers by hand while listening, then an expression that reads the nearest marker:\n\n~~~js\nconst m = thisComp.marker;\nconst n = m.nearestKey(time);\nease(time, n.time, n.time + 0.3, 0, 100)\n~~~',
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
        'Played the [Neon Tunnel Loop](/elements/seamless-loop) and eight of my own against each other, all at 120 frames so that every tempo fits by dropping frames. The laptop stayed cool, the room did not.',
      ),
      post('fieldrecord', 4, 5, 'What did you play it from?'),
      post('quillon', 1, 4, 'A free player with a MIDI box. HAP codec, because it decodes on the graphics card.'),
    ],
  },
];

export const packThreads: readonly ThreadEntry[] = [
  {
    title: 'Which grain for 4K, and at which size?',
    daysAgo: 12,
    views: 876,
    tags: ['grain'],
    posts: [
      post('grainstore', 0, 11, 'The grain that looked right in HD looks like sand in 4K. Scale it up? Another pack?'),
      post(
        'kettle',
        2,
        15,
        'Scale it to 150% and halve the opacity. Grain has a size on the *screen*, not in pixels. [Film Grain and Dust](/elements/film-grain-and-dust) is 4K already, the others here are HD.',
      ),
      post(
        'exposure-x',
        6,
        5,
        'Overlay for mids, soft light if the blacks have to stay clean. And switch it off for the export to see what you have lost. Often: nothing.',
      ),
      post('grainstore', 17, 3, '150 and half. Sand is gone, film is back.'),
    ],
  },
  {
    title: 'Burned Film Wipes over white footage',
    daysAgo: 5,
    views: 198,
    tags: ['overlays'],
    posts: [
      post('brackish', 0, 4, 'Snow scene, and the wipes vanish in it. They are set to screen. What else?'),
      post(
        'kettle',
        1,
        9,
        'Use the matte, not the picture: there is a `matte` folder in [Burned Film Wipes](resource:burned-film-wipes). Luma matte, then the burn as multiply on top.',
      ),
      post('brackish', 3, 2, 'There is a folder. I had not unpacked it. I am the snow.'),
    ],
  },
  {
    title: 'One set of lower thirds that does not shout?',
    daysAgo: 26,
    views: 540,
    tags: ['graphics'],
    posts: [
      post(
        'saltbox',
        0,
        8,
        'Ninety minutes, eleven speakers, all of them older than graphics. I need names that are there and then are not.',
      ),
      post(
        'pylon',
        2,
        12,
        'Fade in 8 frames, no movement, hold for twice the time that you need to read it aloud, fade out 16. If you want it ready: [Interview Lower Thirds](resource:interview-lower-thirds), style 3.',
      ),
      post(
        'saltbox',
        30,
        5,
        'Style 3 at 70%. The festival projectionist asked which typeface. That is as loud as it got.',
      ),
      post('quartzlamp', 20, 1, 'BUY FOLLOWERS CHEAP, link in my profile!!!', { removed: 'Advertising.' }),
    ],
  },
];

export const helpThreads: readonly ThreadEntry[] = [
  {
    title: 'LUT is in the folder but Resolve does not list it',
    daysAgo: 10,
    views: 1503,
    tags: ['resolve', 'lut'],
    posts: [
      post('vellumcat', 0, 6, 'I copied the .cube files, restarted, nothing. Version 19 on Linux.'),
      post(
        'nodegraph',
        1,
        16,
        'Project Settings > Color Management > *Open LUT Folder*, copy into what opens, then *Update Lists*. On Linux there are two folders and only one of them is read.',
      ),
      post('vellumcat', 2, 4, 'Two folders! Works.'),
      post('sprocketry', 50, 2, 'Same on Windows when Resolve was installed for all users. Thank you, past people.'),
    ],
  },
  {
    title: 'Where do .setting files go?',
    daysAgo: 18,
    views: 967,
    tags: ['fusion'],
    posts: [
      post('marblejar', 0, 5, 'Downloaded the title template, got a `.setting`, double click opens a text editor.'),
      post(
        'leaker-demo',
        2,
        14,
        'Drop it on the node area of the Fusion page to use it once. To have it in the Effects list:\n\n~~~\nFusion/Templates/Edit/Titles\n~~~\n\nThen restart. The README in the [Chapter Title Template](/elements/title-template) says so too, but who reads those.',
      ),
      post('marblejar', 1, 3, 'I read them now.'),
    ],
  },
  {
    title: 'Download stopped at 80%, do I have to begin again?',
    daysAgo: 2,
    views: 121,
    tags: ['download'],
    posts: [
      post('yokefilm', 0, 2, 'Train, tunnel, 1.2 GB, 80%. Is there a way to go on from there?'),
      post(
        'admin-demo',
        1,
        7,
        'Yes: files here can be resumed. In the list of downloads of your browser choose *Resume*. With Download All it works as well, the archive has the same bytes every time.',
      ),
      post('yokefilm', 1, 3, 'It did go on from 80. Witchcraft, thank you.'),
    ],
  },
];
