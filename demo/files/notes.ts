/** The README and licence files in every pack. */
export const PACK_LICENCES = ['CC0', 'CC BY 4.0', 'Helix Standard'] as const;
export type Licence = (typeof PACK_LICENCES)[number];

const TEXTS: Record<Licence, (author: string) => string> = {
  CC0: () =>
    `CC0 1.0 Universal

The author has waived all rights to this work worldwide, as far as the law allows.
You can copy, change and use it, including commercially, without asking and without giving credit.

Full text: https://creativecommons.org/publicdomain/zero/1.0/legalcode
`,
  'CC BY 4.0': (author) =>
    `Creative Commons Attribution 4.0 International

You can share and adapt this work, including commercially, if you credit the author and say what you changed.
A line in the credits or in the video description is enough:

    Assets by ${author} (Helix), CC BY 4.0

Full text: https://creativecommons.org/licenses/by/4.0/legalcode
`,
  'Helix Standard': (author) =>
    `Helix Standard licence

Work by ${author}.
- Use it in as many of your own videos as you like: personal, monetised or for clients.
- No credit needed.
- Don't redistribute the files, on their own or in another pack, changed or unchanged.
`,
};

/** The licence as a text file. */
export function licenceText(licence: Licence, author: string): Buffer {
  return Buffer.from(TEXTS[licence](author));
}

/** The pack's README: its description, how to import it into the editor, and the list of files. */
export function readmeText(pack: {
  title: string;
  author: string;
  editor: string;
  description: string;
  steps: readonly string[];
  files: readonly string[];
}): Buffer {
  const rule = '='.repeat(pack.title.length);
  const steps = pack.steps.map((step, i) => `${i + 1}. ${step}`).join('\n');
  const list = pack.files.map((path) => `- ${path}`).join('\n');
  return Buffer.from(
    `${pack.title}\n${rule}\nby ${pack.author}, made for ${pack.editor}\n\n${pack.description}\n\nHow to use\n----------\n${steps}\n\nFiles\n-----\n${list}\n\nThe licence is in LICENSE.txt.\n`,
  );
}
