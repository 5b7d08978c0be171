/** Demo forum threads about sound. */
import { post, type ThreadEntry } from './entry.ts';

export const soundThreads: readonly ThreadEntry[] = [
  {
    title: '-14 LUFS for the web: do you really mix to it?',
    daysAgo: 14,
    views: 1840,
    tags: ['loudness', 'mixing'],
    posts: [
      post(
        'basslift',
        0,
        16,
        'Every guide says -14. At -14 my mixes sound crushed. At -18 they sound right, but no platform turns them up. What do you deliver?',
      ),
      post(
        'vesper',
        3,
        31,
        'Dialogue first. I set it by ear at a fixed monitor level, then measure. Talking heads end up at -16 to -18 and I leave them there. Platforms turn loud mixes down, but very few turn quiet ones up.',
      ),
      post(
        'fieldrecord',
        2,
        20,
        `Don't guess, measure:

~~~bash
ffmpeg -i mix.wav -af loudnorm=I=-16:TP=-1.5:LRA=11:print_format=summary -f null -
~~~

The number to watch is LRA. Above 12, people on phones keep reaching for the volume.`,
      ),
      post('basslift', 5, 4, 'LRA 17. Well, that explains the comments about the quiet bits.'),
      post(
        'hushroom',
        9,
        8,
        'Two stages of gentle compression on dialogue beat one limiter at the end. 2:1, slow, about 3 dB each.',
      ),
      post('upbeat-ula', 30, 5, "True peak at -1, please. I've heard AAC turn -0.1 into crackle on cheap speakers."),
      post('leaker-demo', 26, 3, 'I go to -12 for trailers and nobody has complained yet. Depends on the genre.'),
    ],
  },
  {
    title: 'How much room tone is enough?',
    daysAgo: 24,
    views: 604,
    tags: ['room tone', 'dialogue'],
    posts: [
      post(
        'quietgate',
        0,
        10,
        "Sound gave me eleven seconds for a four-minute scene. When I loop it I can hear the loop, because there's a fridge in it.",
      ),
      post(
        'vesper',
        1,
        17,
        'Cut the loop at the fridge, not at the end. Two-second crossfade, and reverse every other piece. If you can still hear it, borrow another room: [Room Tones for Dialogue](resource:room-tones-for-dialogue) has kitchens.',
      ),
      post('quietgate', 20, 6, 'Reversing it is genius. Feels illegal.'),
      post(
        'driftnote',
        12,
        4,
        "Next time, collect it from the gaps between lines. There's usually a minute in there if you add them up.",
      ),
    ],
  },
  {
    title: "Whooshes that don't sound like whooshes",
    daysAgo: 6,
    views: 377,
    tags: ['sound design'],
    posts: [
      post(
        'timelapse-tom',
        0,
        8,
        'Client says "no whooshes" and then "it feels empty when the titles move". What do you put under moving type?',
      ),
      post(
        'chalkline',
        2,
        13,
        "Cloth. A jacket sleeve right up to the mic, pitched down five semitones. You feel the air move but can't tell what it is.",
      ),
      post(
        'vesper',
        4,
        16,
        'Paper, a match, a train in the distance. And use *silence*: pull the bed down 3 dB just before the move. If you do need a real one, the short ones in [Whoosh Sound Effects](/elements/whoosh-sound-effects) work at -24.',
      ),
      post(
        'timelapse-tom',
        22,
        3,
        'Sleeve it is. The client said "finally, no whooshes". There is one under every single title.',
      ),
    ],
  },
];
