/** Demo forum threads about colour. */
import { post, type ThreadEntry } from './entry.ts';

const SKIN_BEGINNING = `Every print-film LUT I try pushes faces towards salmon as soon as the source is S-Log3. I convert to Rec.709 first, then apply the LUT at 60%.

Node order right now:

`;
const SKIN_END = `
The LUT is from my own pack, so I can fix it if that's where the problem is: [Ridgeline Film LUTs](resource:ridgeline-film-luts).`;

const skinNodes = (film: string): string => `${SKIN_BEGINNING}~~~
01 CST        S-Log3 / S-Gamut3.Cine to DaVinci WG
02 Balance    offset, printer lights
03 Film LUT   ${film}
04 CST        DaVinci WG to Rec.709
~~~
${SKIN_END}`;

export const colourThreads: readonly ThreadEntry[] = [
  {
    title: 'How do you keep skin tones natural with a film LUT on log?',
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
        "Key the skin before node 3 and feed that matte in inverted. Blur the matte by 20 or so or you'll get edges on the hair.",
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
        '> Mine falls apart at the jaw.\n\nNarrow the hue range and widen the saturation. Skin in shadow keeps its hue, it just loses saturation.',
      ),
      post(
        'halide',
        16,
        54,
        'Check what input the LUT expects. Most print emulations want **Cineon log in**, not Rec.709, so your 60% is probably just hiding a double transform.',
      ),
      post('okapi', 1, 12, '@halide it just says "log" on the tin. My own tin, so that one is on me.'),
      post(
        'nodegraph',
        4,
        17,
        "Easy way to check: run a grey ramp through the chain. If it bends twice, you're converting twice.",
      ),
      post('slowpan', 2, 6, 'The ramp test took two minutes and explained three years of orange people. Thank you.'),
      post(
        'kelvin-k',
        7,
        8,
        'Also look at where your balance sits. Printer lights *before* the conversion behave like light. After it they behave like paint.',
      ),
      post(
        'umberly',
        5,
        3,
        "I keep the skin line visible on the vectorscope, but I don't trust it for warm interiors any more. Faces under tungsten aren't supposed to sit on it.",
      ),
      post(
        'okapi',
        3,
        15,
        "Where I've ended up: node 1 goes to Cineon, node 3 is the LUT at full strength, and node 4 is gone because the LUT already lands in Rec.709. I'll update the pack notes.",
      ),
      post(
        'paperlens',
        9,
        2,
        'Any chance of putting the expected input in the file name? I load these by name and always forget.',
      ),
      post('okapi', 2, 11, '@paperlens will do in the next update: `Ridgeline-01-from-Cineon.cube` and so on.'),
      post(
        'premium-demo',
        8,
        5,
        'Tried the keyed matte on a wedding with forty faces. Put it on a group node, not on every clip.',
      ),
      post(
        'kettle',
        15,
        3,
        'That was it for me too. Swapped node 1 to output Cineon and the LUT works at full strength.',
      ),
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
        `Here's a recipe that has survived four projects. Stock nodes only:

1. Luma key the top 15%, soft at both ends.
2. Glow on the key only, spread 0.7, *red channel only*.
3. Second copy at half the spread, slightly orange.
4. Screen both over the picture at 20 to 30%.

The red channel is the whole trick. Halation is light bouncing back off the film base into the red layer, which sits deepest.`,
      ),
      post('bluebarn', 2, 7, 'Does this go before or after the print LUT?'),
      post('grainstore', 1, 14, 'Before. Halation happens in the negative. After the LUT it just looks like a filter.'),
      post('lensfog', 6, 9, 'Do it in linear. Glow on gamma-encoded footage gives you grey fog instead of light.'),
      post(
        'overscan',
        20,
        4,
        "If you're in a hurry, the [Super 8 Burns](resource:super-8-burns) have a usable red edge. Crop in, screen it over, done.",
      ),
      post(
        'zebrahigh',
        30,
        6,
        'Watch out for practicals in frame. I had to track a garbage matte around a fridge light because it turned into the sun.',
      ),
      post(
        'thirdstop',
        9,
        3,
        'Works in Premiere too, with two adjustment layers and the channel mixer. Slow, but it works.',
      ),
      post('member-demo', 40, 1, "First grade I've actually been proud of. Thanks for writing down the numbers."),
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
        'Three cameras, no VFX vendor, delivering Rec.709 and a DCP. Is there any reason to go ACES in 2026 for a twelve-minute film?',
      ),
      post(
        'nodegraph',
        2,
        26,
        'If nobody else is touching the files, no. DWG is one page of settings and the grading tools are tuned for it.',
      ),
      post(
        'rollspeed',
        3,
        11,
        "Only if you're switching software halfway through, because ACES means the same thing everywhere. But you'd know by now.",
      ),
      post(
        'okapi',
        5,
        19,
        'Whichever you pick, write it on the project slate:\n\n~~~\nInput      per clip, by metadata\nTimeline   DaVinci WG / Intermediate\nOutput     Rec.709 Gamma 2.4\n~~~\n\nMost "colour shift" threads here turn out to be a changed output tag after picture lock.',
      ),
      post('antenna-bay', 1, 5, "@okapi it's on a sticky note on my monitor now."),
      post(
        'splitdiopter',
        26,
        7,
        "The DCP house will ask for P3 D65 or XYZ. Grade in 2.4, let the conversion do the rest, then go and watch it **in a cinema**. I've had some surprises in the greens.",
      ),
      post(
        'vignette-v',
        44,
        4,
        "ACES 2 did fix the neon skin, for what it's worth. I still went back to DWG for the HDR wheels.",
      ),
      post(
        'undercrank',
        12,
        2,
        "At twelve minutes and three cameras you'll spend more time on this thread than on the difference.",
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
        "I'm cutting D-Log M next to S-Log3 and the drone always looks like it was shot on another planet. It's mostly the greens. What's the first thing you touch?",
      ),
      post(
        'eastframe',
        1,
        6,
        'Exposure, to within half a stop. I match mid grey on the road before I look at any hue.',
      ),
      post(
        'okapi',
        3,
        13,
        'Then a single hue curve: greens towards yellow by 6 to 8 degrees, saturation down a touch. My flat-profile LUTs do exactly that, so you can read the curve off them: [Drone LUTs for Flat Profiles](resource:drone-luts-for-flat-profiles)',
      ),
      post('solstice', 20, 4, 'Road first, then greens, then I stopped. Nobody noticed the cut, me included.'),
      post(
        'warmfront',
        30,
        3,
        "Add a bit of grain to the drone as well. It's the sharpness that gives it away more than the colour.",
      ),
    ],
  },
];
