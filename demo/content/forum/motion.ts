/** Threads of the demo about motion and effects. */
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
        `Asked every week, so here it is once. A wiggle of your layer that ends where it began:

~~~js
const length = 4;            // seconds of the loop
const freq = 2, amp = 30;
const t = time % length;
const a = wiggle(freq, amp, 1, 0.5, t);
const b = wiggle(freq, amp, 1, 0.5, t - length);
linear(t, 0, length, a, b);
~~~

It fades from one stretch of noise into the one before it. No keyframes, no jump.`,
      ),
      post('pixelmoth', 1, 6, 'Saved. Does it work on rotation?'),
      post('mira', 1, 9, 'On anything with numbers. On a path it does not.'),
      post('vignette-v', 18, 2, 'I had been rendering 40 seconds and looking for a frame that fits. Forty. Seconds.'),
      post(
        'zoetrope-z',
        26,
        7,
        'Mind that the speed dips in the middle of the fade, as two noises cancel out a bit. With `amp * 1.2` there nobody sees it.',
      ),
      post('inkwell-ida', 8, 3, 'In Fusion the same works with two Perturbs and a dissolve, if anybody wonders.'),
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
        'I was taught to match the direction of the whip to the movement in the next shot. Lately I do the opposite and it feels faster. Am I wrong?',
      ),
      post(
        'jumpcut-jo',
        3,
        8,
        'Against the movement reads as an impact, with it reads as travel. Both are right, not in the same minute.',
      ),
      post(
        'yellowcut',
        5,
        5,
        'The cut goes two frames *before* the blur is at its longest. That fixed more whips for me than any direction.',
      ),
      post(
        'noctis',
        9,
        4,
        'Two frames before. Tried, kept. The [Whip Pan Transitions](/elements/whip-transition) are built symmetrical, so slip them by two.',
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
        'Documentary, split screen, a clock in each half that runs at a different speed. Keyframes are no fun at 23.976.',
      ),
      post(
        'nodegraph',
        4,
        18,
        `Styled Text takes an expression:

~~~lua
Text(string.format("%02d:%02d:%02d",
  floor(time / 23.976 / 3600),
  floor(time / 23.976 / 60) % 60,
  floor(time / 23.976) % 60))
~~~

Multiply \`time\` by whatever the half runs at.`,
      ),
      post('pylon', 2, 5, 'Exactly that. It even survives a retime of the node.'),
      post('matchbox-m', 40, 2, 'Monospaced figures, or it will dance. Ask me how I know.'),
    ],
  },
  {
    title: 'Rain on glass: particles or plates?',
    daysAgo: 3,
    views: 143,
    tags: ['compositing', 'rain'],
    posts: [
      post('quillon', 0, 7, 'Car interior at night, fake street outside. I have particles that look like particles.'),
      post(
        'halide',
        2,
        11,
        'Plates for what is far away, particles only for the three drops that run. And put the street *into* the drops, upside down. The eye looks there.\n\n![Lights through a wet window](picture:window)',
        {
          pictures: { window: { scene: 'bokeh', hue: 210, variant: 3 } },
        },
      ),
      post(
        'quillon',
        6,
        3,
        'Upside down streets. Of course. Used [Rain City Bokeh](resource:rain-city-bokeh) inside the drops and I am done.',
      ),
    ],
  },
];
