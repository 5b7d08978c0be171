/** Threads of the demo about colour. */
import { post, type ThreadEntry } from './entry.ts';

const SKIN_BEGINNING = `Every print-film LUT I try pushes faces toward salmon as soon as the source is S-Log3. I convert to Rec.709 first, then the LUT at 60%.

Node order right now:

`;
const SKIN_END = `
The LUT is from my own pack, so I can change it if the fault is in there: [Ridgeline Film LUTs](resource:ridgeline-film-luts).`;

const skinNodes = (film: string): string => `${SKIN_BEGINNING}~~~
01 CST        S-Log3 / S-Gamut3.Cine to DaVinci WG
02 Balance    offset, printer lights
03 Film LUT   ${film}
04 CST        DaVinci WG to Rec.709
~~~
${SKIN_END}`;

export const colourThreads: readonly ThreadEntry[] = [
  {
    title: 'How do you keep skin tones when stacking a film LUT on log?',
    daysAgo: 3.26,
    views: 2093,
    tags: ['skin', 'log', 'node order'],
    posts: [
      post('okapi', 0, 38, skinNodes('gain 0.60'), {
        before: [
          { text: skinNodes('mix 0.60'), reason: null },
          { text: skinNodes('gain 0.6, mix 1.0'), reason: 'gain, not mix' },
        ],
        reason: 'fixed node 3',
      }),
      post(
        'vesper',
        3,
        21,
        'Key the skin before node 3 and feed the matte in inverted. Blur the matte by 20 or so, otherwise you get edges on hair.',
      ),
      post(
        'hazelframe',
        1,
        4,
        'Does that hold up when the face turns away from the key light? Mine falls apart at the jaw.',
      ),
      post(
        'vesper',
        2,
        9,
        '> Mine falls apart at the jaw.\n\nWiden the hue, narrow the saturation. Skin in shade keeps its hue, it only loses saturation.',
      ),
      post(
        'halide',
        16,
        54,
        'Check what the LUT expects. Most print emulations want **Cineon log in**, not Rec.709, so your 60% is hiding a double transform.',
      ),
      post('okapi', 1, 12, '@halide it says "log" on the tin and nothing else. My own tin, so that one is on me.'),
      post(
        'nodegraph',
        4,
        17,
        'An easy way to see it: put a grey ramp through the chain. If the ramp bends twice, you are converting twice.\n\n![A ramp with two bends](picture:ramp)',
        {
          pictures: { ramp: { scene: 'lutSplit', hue: 28, variant: 2 } },
        },
      ),
      post('slowpan', 2, 6, 'Ramp test took me two minutes and explained three years of orange people. Thank you.'),
      post(
        'kelvin-k',
        7,
        8,
        'Also look at where the balance sits. Printer lights *before* the conversion behave like light, after it they behave like paint.',
      ),
      post(
        'umberly',
        5,
        3,
        'I keep the vectorscope skin line on, but I stopped trusting it for warm interiors. Faces under tungsten are not supposed to sit on it.',
      ),
      post(
        'okapi',
        3,
        15,
        'Where I am now: node 1 goes to Cineon, node 3 is the LUT at full strength, node 4 is gone because the LUT already lands in Rec.709. Will update the pack notes.',
      ),
      post(
        'paperlens',
        9,
        2,
        'Is there a version of the pack with the input named in the file? I load these by name and forget.',
      ),
      post('okapi', 2, 11, '@paperlens next update: `Ridgeline-01-from-Cineon.cube` and so on.'),
      post(
        'premium-demo',
        8,
        5,
        'Tried the keyed matte on a wedding with forty faces. Do it on a group node, not per clip.',
      ),
      post('kettle', 15, 3, 'That was it for me. Swapped node 1 to output Cineon and the LUT works at full strength.'),
    ],
  },
  {
    title: 'Halation without plugins',
    daysAgo: 17,
    views: 1240,
    tags: ['halation', 'film look'],
    posts: [
      post(
        'grainstore',
        0,
        33,
        `A recipe that has survived four projects, stock nodes only:

1. Luma key the top 15%, soft on both ends.
2. Glow on the key only, spread 0.7, *red channel alone*.
3. Second copy at half the spread, a little orange.
4. Screen both over the picture at 20 to 30%.

The red channel is the whole trick. Halation is light that came back through the base, and red gets there first.`,
      ),
      post('bluebarn', 2, 7, 'Where does this go, before or after the print LUT?'),
      post('grainstore', 1, 14, 'Before. It happens in the negative. After the LUT it looks like a filter.'),
      post('lensfog', 6, 9, 'Do it in linear. A glow on gamma footage gets you grey fog instead of light.'),
      post(
        'overscan',
        20,
        4,
        'For anybody in a hurry, the [Super 8 Burns](resource:super-8-burns) have a usable red edge in them. Crop in, screen, done.',
      ),
      post(
        'zebrahigh',
        30,
        6,
        'Careful with practicals in frame. I had to track a garbage matte round a fridge light because it turned into the sun.',
      ),
      post(
        'thirdstop',
        9,
        3,
        'Works in Premiere with two adjustment layers and the channel mixer. Slow, but it works.',
      ),
      post('member-demo', 40, 1, 'First grade I have been proud of. Thank you for writing the numbers down.'),
    ],
  },
  {
    title: 'ACES or DaVinci Wide Gamut for short films?',
    daysAgo: 33,
    views: 2811,
    tags: ['aces', 'colour management'],
    posts: [
      post(
        'antenna-bay',
        0,
        12,
        'Three cameras, no VFX vendor, delivery is Rec.709 and a DCP. Is there any reason to go ACES in 2026 for a film of twelve minutes?',
      ),
      post(
        'nodegraph',
        2,
        26,
        'If nobody else touches the files: no. DWG, one page of settings, and the grading tools are tuned for it.',
      ),
      post(
        'rollspeed',
        3,
        11,
        'One reason: you change programs half-way. ACES means the same in all of them. But you would know by now.',
      ),
      post(
        'okapi',
        5,
        19,
        'Whatever you take, write it on the slate of the project:\n\n~~~\nInput      per clip, by metadata\nTimeline   DaVinci WG / Intermediate\nOutput     Rec.709 Gamma 2.4\n~~~\n\nMost "colour shift" threads here are somebody who changed the output tag after locking.',
      ),
      post('antenna-bay', 1, 5, '@okapi it is on a sticky note on the monitor now.'),
      post(
        'splitdiopter',
        26,
        7,
        'The DCP house will ask for P3 D65 or XYZ. Grade in 2.4, let the conversion do the rest, then watch it **in a room**. I have been surprised by greens.',
      ),
      post(
        'vignette-v',
        44,
        4,
        'ACES 2 fixed the neon skin, for what it is worth. I still went back to DWG because of the HDR wheels.',
      ),
      post(
        'undercrank',
        12,
        2,
        'Twelve minutes, three cameras: you will spend longer on this thread than on the difference.',
      ),
    ],
  },
  {
    title: 'Matching a drone to an FX3',
    daysAgo: 9,
    views: 412,
    tags: ['matching', 'drone'],
    posts: [
      post(
        'solstice',
        0,
        9,
        'D-Log M next to S-Log3 and the drone always looks like it was shot on another planet. Greens mostly. What is the first thing you touch?',
      ),
      post('eastframe', 1, 6, 'Exposure, to the half stop. I match mid grey of the road before I look at any hue.'),
      post(
        'okapi',
        3,
        13,
        'Then one hue curve: greens toward yellow by 6 to 8 degrees, saturation down a little. The flat-profile LUTs of mine do just that, you can read the curve out of them: [Drone LUTs for Flat Profiles](resource:drone-luts-for-flat-profiles)',
      ),
      post('solstice', 20, 4, 'Road, then greens, then I stopped. Nobody noticed the cut, including me.'),
      post(
        'warmfront',
        30,
        3,
        'And give the drone a bit of grain. It is the sharpness that gives it away more than the colour.',
      ),
    ],
  },
];
