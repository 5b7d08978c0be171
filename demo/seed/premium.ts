/** What the page about Premium shows of the demo: the specification's figures, and words of people who do not exist. */
import type { SettingsChange } from '#contract/admin/settings.ts';

export const demoPremium: NonNullable<SettingsChange['premiumDemo']> = {
  members: 891,
  resources: 500,
  testimonials: [
    {
      name: 'Ines Placeholder',
      about: 'Cuts trailers that nobody ordered',
      text: 'I stopped keeping a folder of presets that I might need. I search, drop it on the timeline, and go on cutting.',
    },
    {
      name: 'Tomas Sample',
      about: 'Colours films that were never shot',
      text: 'The looks hold up on my own footage, not only on the thumbnail. That is all that I ever wanted of a LUT pack.',
    },
    {
      name: 'Wren Example',
      about: 'Teaches editing to an empty room',
      text: 'I asked for a film burn on a Tuesday. It had been found by the weekend, with a licence that I can read.',
    },
  ],
};
