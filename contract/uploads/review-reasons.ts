// Canned reasons for a rejection. The texts go to the creator, so each says how to fix it. No imports.

/** Labels and texts of the reasons, in the order of the keys 1 to 6. The last one needs words of the reviewer. */
export const REVIEW_REASONS: readonly { label: string; text: string }[] = [
  {
    label: 'Burnt-in text',
    text: 'Some files have text, a logo or a timecode burnt into the picture. Export them again without it and replace them.',
  },
  {
    label: 'Wrong details',
    text: "The type, editor or tags don't match the files. Correct the details and submit again.",
  },
  {
    label: 'Poor preview',
    text: "The previews don't show what the asset does. Add a clear example or choose another thumbnail.",
  },
  {
    label: 'Rights unclear',
    text: 'We need to know where the material comes from. Tell us in a message who made it and which licence it has.',
  },
  {
    label: 'Duplicate',
    text: 'These files are already on the site. Remove them, or tell us in a message how this upload differs.',
  },
  { label: 'Other', text: '' },
];
