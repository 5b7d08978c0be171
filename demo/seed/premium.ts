/** Demo content of the Premium page: the specification's figures and testimonials by fictional people. */
import type { SettingsChange } from '#contract/admin/settings.ts';

export const demoPremium: NonNullable<SettingsChange['premiumDemo']> = {
  members: 891,
  resources: 500,
  testimonials: [
    {
      name: 'Ines Placeholder',
      about: 'Cuts trailers nobody ordered',
      text: 'I no longer keep a folder of presets I might need one day. I search, drop it on the timeline and keep cutting.',
    },
    {
      name: 'Tomas Sample',
      about: 'Grades films that were never shot',
      text: 'The looks hold up on my own footage, not just in the thumbnail. That’s all I ever wanted from a LUT pack.',
    },
    {
      name: 'Wren Example',
      about: 'Teaches editing to an empty room',
      text: 'I requested a film burn on a Tuesday. By the weekend it was there, with a licence I can actually read.',
    },
  ],
};
