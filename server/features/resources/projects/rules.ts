import type { UPLOAD_LICENCES } from '#contract/uploads/limits.ts';

const URLS: Record<(typeof UPLOAD_LICENCES)[number], string> = {
  CC0: 'https://creativecommons.org/publicdomain/zero/1.0/',
  'CC BY 4.0': 'https://creativecommons.org/licenses/by/4.0/',
  'CC BY-NC 4.0': 'https://creativecommons.org/licenses/by-nc/4.0/',
  'Helix Standard': '/terms',
};

/** Address of a licence's text, on this site without its origin; null if it isn't known. */
export function licenceUrlOf(licence: string | null): string | null {
  return (URLS as Record<string, string>)[licence ?? ''] ?? null;
}
