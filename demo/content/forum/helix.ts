/** Threads of the demo about the site itself. */
import { post, type ThreadEntry } from './entry.ts';

export const newsThreads: readonly ThreadEntry[] = [
  {
    title: 'House rules',
    daysAgo: 41,
    views: 3120,
    tags: [],
    isPinned: true,
    posts: [
      post(
        'admin-demo',
        0,
        45,
        `Short, so that there is no excuse:

- **Be kind.** Talk about the cut, not about the person.
- **Show it.** A frame, a node tree, ten seconds of sound. Paste pictures right into your post.
- **Yours, or free.** Only share what you may share. Name the licence.
- **One topic a thread.** A new question gets a new thread.
- **No advertising.** A pack of yours as an answer is welcome, a pack of yours as a greeting is not.

Something wrong? Use *Report*, a person will read it. See also the [Terms of Service](/terms).`,
      ),
      post('halide', 5, 12, 'The second one should be printed on the inside of my eyelids.'),
      post('mira', 20, 9, '"Talk about the cut, not about the person" is a good rule for the rest of the day, too.'),
    ],
  },
  {
    title: 'The forum updates while you read',
    daysAgo: 13,
    views: 842,
    tags: [],
    posts: [
      post(
        'admin-demo',
        0,
        22,
        'New replies appear by themselves now, and nothing moves under your eyes while they do. When you come back you see where you stopped reading. If your connection is lost, what you missed is fetched afterwards.',
      ),
      post(
        'proxyghost',
        2,
        6,
        'Tested it with @cutaway on two laptops side by side. It is faster than the sticky note.',
      ),
      post('cutaway', 1, 8, 'He waved at the screen. I can confirm.'),
    ],
  },
];

export const feedbackThreads: readonly ThreadEntry[] = [
  {
    title: 'More frames in the hover preview?',
    daysAgo: 16,
    views: 268,
    tags: ['previews'],
    posts: [
      post('ambertrack', 0, 5, 'Twelve frames are fine for overlays, for long loops I would like more.'),
      post(
        'helix-studio',
        6,
        9,
        'Twelve is what fits into a strip that a phone loads without thinking about it. For loops we may choose frames by how much changes between them. Noted.',
      ),
      post('ambertrack', 3, 2, 'By change instead of by time is better than what I asked for.'),
    ],
  },
  {
    title: 'Thank you for the plain licence names',
    daysAgo: 29,
    views: 231,
    tags: [],
    posts: [
      post(
        'xylobeam',
        0,
        17,
        'I teach at a night school. Being able to say "tick CC0 and you are safe" saves me an hour a term.',
      ),
      post('helix-studio', 20, 11, 'That is the nicest thing that anybody has said about a filter.'),
    ],
  },
];
