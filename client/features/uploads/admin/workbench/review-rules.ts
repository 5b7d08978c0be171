// What the review page shows of an upload's checks, and how canned reasons are filled in. No I/O.
import { REVIEW_REASONS } from '#contract/uploads/review-reasons.ts';
import type { ReviewItem } from '#contract/uploads/workbench.ts';

export type ReviewFinding = {
  key: string;
  title: string;
  line: string;
  /** File to look at; null if the finding is about the whole upload. */
  path: string | null;
};

/** Checks of files: the line shown if none of the findings was made. Other codes are findings without such a line. */
const CHECKS: readonly { passed: string; codes: RegExp }[] = [
  { passed: 'No programs and no scripts', codes: /^(executable|active-content)$/ },
  { passed: 'Contents match the file extensions', codes: /^(other|second)-kind$/ },
  { passed: 'All files can be checked', codes: /^(empty|unreadable|archive-(broken|cut-short|encrypted|not-listed))$/ },
  {
    passed: 'Archives are safe to unpack',
    codes: /^archive-(unsafe-names|links|colliding-names|overlapping|many-entries|bomb|nested)$/,
  },
];

const filesText = (count: number): string => (count === 1 ? '1 file' : `${count} files`);

/** What needs a look, and the checks that found nothing. */
export function summariseChecks({ upload, duplicates }: Pick<ReviewItem, 'upload' | 'duplicates'>): {
  findings: ReviewFinding[];
  passed: string[];
} {
  const { findings, sessions, preview, licence, rightsDeclared } = upload;
  const found: ReviewFinding[] = findings.map(({ code, path, sentence }) => ({
    key: `${code} ${path}`,
    title: path ?? 'The whole upload',
    line: sentence,
    path,
  }));
  const passed = CHECKS.filter(({ codes }) => !findings.some(({ code }) => codes.test(code))).map(
    (check) => check.passed,
  );
  const add = (isFine: boolean, fine: string, finding: Omit<ReviewFinding, 'path'>): void => {
    if (isFine) passed.push(fine);
    else found.push({ ...finding, path: null });
  };
  const refused = sessions.filter(({ state }) => state === 'REFUSED').length;
  const arriving = sessions.length - refused;
  add(arriving === 0, 'All files have arrived', {
    key: 'arriving',
    title: `${filesText(arriving)} still uploading or being checked`,
    line: 'The upload can be approved when all checks are done.',
  });
  if (refused > 0)
    found.push({
      key: 'refused',
      title: `${filesText(refused)} not accepted`,
      line: 'The creator was shown the reasons. The files are not part of the upload.',
      path: null,
    });
  add(duplicates.length === 0, 'No file is part of another upload', {
    key: 'duplicates',
    title: 'Some files are part of another upload',
    line: 'See the duplicates below.',
  });
  add(licence !== null && rightsDeclared, 'Licence chosen and rights confirmed', {
    key: 'rights',
    title: 'No licence, or rights not confirmed',
    line: 'The upload cannot be approved yet.',
  });
  add(preview.state !== 'FAILED' && preview.note === null, 'No problems with the previews', {
    key: 'previews',
    title: 'Previews are incomplete',
    line: preview.note ?? 'They could not be created.',
  });
  return { findings: found, passed };
}

/** The text of a rejection after a canned reason was chosen. Words of the reviewer are kept; another canned reason is replaced. */
export function withReason(text: string, chosen: number): string {
  const canned = REVIEW_REASONS[chosen]?.text ?? '';
  const before = REVIEW_REASONS.find((reason) => reason.text !== '' && text.startsWith(reason.text))?.text ?? '';
  const own = text.slice(before.length).trim();
  return [canned, own].filter(Boolean).join('\n');
}
