/** Demo forum threads about the site itself. */
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
        `Short, so nobody has an excuse:

- **Be kind.** Talk about the cut, not about the person.
- **Show it.** A frame, a node tree, ten seconds of sound. You can paste pictures straight into your post.
- **Share only what's yours or free to share.** Name the licence.
- **One topic per thread.** Start a new thread for a new question.
- **No advertising.** Linking your pack as an answer is welcome. Dropping in just to plug it isn't.

See a problem? Hit *Report* and a person will read it. The [Terms of Service](/terms) apply here too.`,
      ),
      post('halide', 5, 12, 'Please print the second one on the inside of my eyelids.'),
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
        "New replies now show up as they are posted, without moving what you're reading. When you come back, you'll see where you left off. If your connection drops, we fetch what you missed once you're back online.",
      ),
      post('proxyghost', 2, 6, 'Tested it with @cutaway on two laptops side by side. Faster than passing notes.'),
      post('cutaway', 1, 8, 'Can confirm. He waved at the screen.'),
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
      post('ambertrack', 0, 5, "Twelve frames is fine for overlays, but for long loops I'd love more."),
      post(
        'helix-studio',
        6,
        9,
        'Twelve is what fits into a strip that loads quickly on a phone. For loops we could pick frames by how much changes between them instead. Noted!',
      ),
      post('ambertrack', 3, 2, 'Picking frames by how much they change beats what I asked for.'),
    ],
  },
  {
    title: 'Thanks for the plain licence names',
    daysAgo: 29,
    views: 231,
    tags: [],
    posts: [
      post(
        'xylobeam',
        0,
        17,
        'I teach editing at a night school. Being able to say "tick CC0 and use it" saves me an hour every term.',
      ),
      post('helix-studio', 20, 11, "That's the nicest thing anyone has ever said about a filter."),
    ],
  },
];
