/** Demo forum threads about motion graphics and effects. */
import { post, type ThreadEntry } from './entry.ts';

export const motionThreads: readonly ThreadEntry[] = [
  {
    title: 'A wiggle that loops',
    daysAgo: 11,
    views: 1388,
    tags: ['expressions', 'loop'],
    posts: [
      post(
        'mira',
        0,
        41,
        `This comes up every week, so here it is once and for all. A wiggle that ends where it started:

~~~js
const length = 4;            // seconds of the loop
const freq = 2, amp = 30;
const t = time % length;
const a = wiggle(freq, amp, 1, 0.5, t);
const b = wiggle(freq, amp, 1, 0.5, t - length);
linear(t, 0, length, a, b);
~~~

It crossfades one stretch of noise into the one before it. No keyframes, no jump.`,
      ),
      post('pixelmoth', 1, 6, 'Saved. Does it work on rotation?'),
      post('mira', 1, 9, 'It works on any numeric property. Not on paths.'),
      post(
        'vignette-v',
        18,
        2,
        "I've been rendering 40-second clips and hunting for a frame that matches. Forty. Seconds.",
      ),
      post(
        'zoetrope-z',
        26,
        7,
        'One catch: it slows down in the middle of the fade, because the two noises partly cancel each other out. Bump it to `amp * 1.2` there and nobody will notice.',
      ),
      post('inkwell-ida', 8, 3, "Same trick works in Fusion with two Perturbs and a dissolve, if anyone's wondering."),
    ],
  },
  {
    title: 'Whip pans: match the direction, or hide it?',
    daysAgo: 19,
    views: 518,
    tags: ['transitions'],
    posts: [
      post(
        'noctis',
        0,
        12,
        "I was taught to match the direction of the whip to the movement in the next shot. Lately I've been doing the opposite and it feels faster. Am I wrong?",
      ),
      post(
        'jumpcut-jo',
        3,
        8,
        'Going against the movement feels like an impact, going with it feels like travel. Both are fine, just not in the same minute.',
      ),
      post(
        'yellowcut',
        5,
        5,
        'Put the cut two frames *before* the blur peaks. That has fixed more whips for me than direction ever did.',
      ),
      post(
        'noctis',
        9,
        4,
        "Tried two frames early and I'm keeping it. The [Whip Pan Transitions](/elements/whip-transition) are symmetrical, so slip them by two.",
      ),
    ],
  },
  {
    title: 'Fusion: a timecode that counts in real seconds',
    daysAgo: 30,
    views: 702,
    tags: ['fusion', 'expressions'],
    posts: [
      post(
        'pylon',
        0,
        9,
        'Split screen in a documentary, with a clock in each half running at a different speed. Doing this with keyframes at 23.976 is no fun.',
      ),
      post(
        'nodegraph',
        4,
        18,
        `You can put an expression on Styled Text:

~~~lua
Text(string.format("%02d:%02d:%02d",
  floor(time / 23.976 / 3600),
  floor(time / 23.976 / 60) % 60,
  floor(time / 23.976) % 60))
~~~

Then multiply \`time\` by the speed of that half.`,
      ),
      post('pylon', 2, 5, 'Exactly what I needed. It even survives retiming the node.'),
      post('matchbox-m', 40, 2, "Use a font with monospaced figures or it'll jitter. Ask me how I know."),
    ],
  },
  {
    title: 'Rain on glass: particles or plates?',
    daysAgo: 3,
    views: 143,
    tags: ['compositing', 'rain'],
    posts: [
      post('quillon', 0, 7, 'Car interior at night with a fake street outside. My particles look like particles.'),
      post(
        'halide',
        2,
        11,
        "Use plates for everything far away, and particles only for the three drops that actually run. And put the street *inside* the drops, upside down. That's where the eye goes.\n\n![Lights through a wet window](picture:window)",
        {
          pictures: { window: { scene: 'bokeh', hue: 210, variant: 3 } },
        },
      ),
      post(
        'quillon',
        6,
        3,
        "Upside-down streets, of course. I put [Rain City Bokeh](resource:rain-city-bokeh) inside the drops and it's done.",
      ),
    ],
  },
];
