/** Collections of the demo's people, chosen as an editor working on a film might choose them. */
import { DAY_MS } from '#contract/durations.ts';
import { buildDemo, buildElements, type StarterResource } from './build.ts';

export type DemoCollection = {
  readonly username: string;
  readonly name: string;
  readonly description: string;
  readonly isPublic: boolean;
  /** In display order. */
  readonly resourceKeys: readonly string[];
  readonly at: Date;
};

type Choice = (resource: StarterResource) => boolean;
type Entry = Omit<DemoCollection, 'resourceKeys' | 'at'> & { choice: Choice; most: number; daysAgo: number };

const isOf =
  (...types: string[]): Choice =>
  ({ type }) =>
    types.includes(type);

const ENTRIES: readonly Entry[] = [
  {
    username: 'member-demo',
    name: 'First short film',
    description: 'Everything for the kitchen scene and the credits.',
    isPublic: true,
    choice: isOf('title', 'transition', 'sound effect'),
    most: 6,
    daysAgo: 12,
  },
  {
    username: 'member-demo',
    name: 'To try this weekend',
    description: '',
    isPublic: false,
    choice: isOf('overlay'),
    most: 4,
    daysAgo: 3,
  },
  {
    username: 'premium-demo',
    name: 'Looks',
    description: 'Grades that survive skin tones. Start with the first two.',
    isPublic: true,
    choice: isOf('LUT'),
    most: 7,
    daysAgo: 30,
  },
  {
    username: 'premium-demo',
    name: 'Client: harbour museum',
    description: 'All licences checked for client work.',
    isPublic: false,
    choice: ({ licence, type }) => licence === 'CC0' || type === 'model',
    most: 5,
    daysAgo: 9,
  },
  {
    username: 'leaker-demo',
    name: 'Whooshes, hits and risers',
    description: 'Sounds to put under a cut.',
    isPublic: true,
    choice: isOf('sound effect', 'transition'),
    most: 8,
    daysAgo: 21,
  },
  {
    username: 'saltbox',
    name: 'Blender shelf',
    description: 'Models and things that go well with them.',
    isPublic: true,
    choice: ({ editor, type }) => editor === 'Blender' || type === 'model',
    most: 9,
    daysAgo: 40,
  },
  {
    username: 'mira',
    name: 'Light on glass',
    description: 'Other people’s overlays I keep coming back to.',
    isPublic: true,
    choice: ({ type, authorUsername }) => type === 'overlay' && authorUsername !== 'mira',
    most: 6,
    daysAgo: 17,
  },
];

/** All collections. Each person's collections are in order of creation. */
export function demoCollections(now: Date): DemoCollection[] {
  const resources = [...buildElements(now), ...buildDemo(now)];
  return ENTRIES.map(({ choice, most, daysAgo, ...entry }) => {
    const at = new Date(now.getTime() - daysAgo * DAY_MS);
    const chosen = resources.filter((resource) => choice(resource) && resource.createdAt < at).slice(-most);
    return { ...entry, at, resourceKeys: chosen.map(({ key }) => key) };
  });
}
