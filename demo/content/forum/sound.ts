/** Threads of the demo about sound. */
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
        'Every guide says -14. My mixes at -14 sound crushed, and at -18 they sound right and get turned up by nobody. What do you deliver?',
      ),
      post(
        'vesper',
        3,
        31,
        'Dialogue first: I set it by ear at a fixed monitor level, then measure. Talking heads land at -16 to -18 and I leave them there. Platforms turn down, very few turn up.',
      ),
      post(
        'fieldrecord',
        2,
        20,
        `Measure, do not guess:

~~~bash
ffmpeg -i mix.wav -af loudnorm=I=-16:TP=-1.5:LRA=11:print_format=summary -f null -
~~~

The interesting number is LRA. Above 12 on a phone and your viewers ride the volume.`,
      ),
      post('basslift', 5, 4, 'LRA 17. That explains the comments about the quiet bits.'),
      post(
        'hushroom',
        9,
        8,
        'Two stages of gentle compression on dialogue beat one limiter at the end. 2:1, slow, 3 dB each.',
      ),
      post('upbeat-ula', 30, 5, 'True peak at -1, please. I have heard AAC turn -0.1 into crackle on a cheap speaker.'),
      post('leaker-demo', 26, 3, 'For trailers I go to -12 and nobody has died. It is a genre thing.'),
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
        'Sound gave me eleven seconds. I have a scene of four minutes. Looping it, I can hear the loop, because there is a fridge in there.',
      ),
      post(
        'vesper',
        1,
        17,
        "Cut the loop at the fridge, not at the end. Crossfade of two seconds, and reverse every second piece. If it still talks to you, take somebody else's room: [Room Tones for Dialogue](resource:room-tones-for-dialogue) has kitchens.",
      ),
      post('quietgate', 20, 6, 'Reversing is genius and feels illegal.'),
      post(
        'driftnote',
        12,
        4,
        'Next time collect it from between the lines of the takes. There is always a minute in there in pieces.',
      ),
    ],
  },
  {
    title: 'Whooshes that do not sound like whooshes',
    daysAgo: 6,
    views: 377,
    tags: ['sound design'],
    posts: [
      post(
        'timelapse-tom',
        0,
        8,
        'Client says "no whooshes" and then "it feels empty when the titles move". What do you lay under moving type?',
      ),
      post(
        'chalkline',
        2,
        13,
        'Cloth. A jacket sleeve, close to the microphone, pitched down by five. It moves air and nobody can name it.',
      ),
      post(
        'vesper',
        4,
        16,
        'Paper, a match, a train far away. And move the *silence*: pull the bed down by 3 dB just before the move. If you need a real one, the short ones in the [Whoosh Sound Effects](/elements/whoosh-sound-effects) work at -24.',
      ),
      post('timelapse-tom', 22, 3, 'Sleeve it is. Client: "finally, no whooshes". It is on every title.'),
    ],
  },
];
