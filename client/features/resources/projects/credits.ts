// Credits and licences of a project as text and as CSV.
import { tableText } from '#client/kit/text/table-text.ts';
import { profilePath, receiptPath, resourcePath } from '#contract/paths.ts';
import type { Project, ProjectItem } from '#contract/resources/projects.ts';

const licenceUrl = ({ licenceUrl: url }: Pick<ProjectItem, 'licenceUrl'>, origin: string): string =>
  url?.startsWith('/') ? origin + url : (url ?? '');

const licenceName = ({ licence }: Pick<ProjectItem, 'licence'>): string => licence ?? 'No licence named';

/** What is credited: everything but assets that may not be used after all. */
const creditedOf = ({ items }: Pick<Project, 'items'>) => items.filter(({ status }) => status !== 'maybe');

/** The line that names an asset, its creator, source and licence, as Creative Commons licences ask for. */
export function creditLine(
  item: Pick<ProjectItem, 'id' | 'title' | 'author' | 'licence' | 'licenceUrl'>,
  origin: string,
): string {
  const url = licenceUrl(item, origin);
  const licence = licenceName(item) + (url && ` (${url})`);
  return `"${item.title}" by ${item.author}, ${origin}${resourcePath(item.id)}, ${licence}`;
}

/** Address of the page that verifies the receipt; empty without one. */
const receiptUrl = ({ receiptId }: Pick<ProjectItem, 'receiptId'>, origin: string): string =>
  receiptId === null ? '' : origin + receiptPath(receiptId);

/** Credits of what is being used or was used, one asset a line, then the addresses that verify its receipts. */
export function creditsText(project: Pick<Project, 'name' | 'items'>, origin: string): string {
  const credited = creditedOf(project);
  const receipts = credited
    .filter(({ receiptId }) => receiptId !== null)
    .map((item) => `"${item.title}": ${receiptUrl(item, origin)}`);
  return [
    project.name,
    '',
    ...credited.map((item) => creditLine(item, origin)),
    ...(receipts.length > 0 ? ['', 'Receipts', ...receipts] : []),
    '',
  ].join('\n');
}

/** All assets of a project as CSV for spreadsheets: UTF-8 with a byte order mark, lines with CRLF. */
export function creditsCsv(project: Pick<Project, 'items'>, origin: string): string {
  const rows = project.items.map((item) => [
    item.title,
    item.author,
    origin + profilePath(item.author),
    origin + resourcePath(item.id),
    licenceName(item),
    licenceUrl(item, origin),
    item.status,
    item.note,
    creditLine(item, origin),
    receiptUrl(item, origin),
  ]);
  const head = [
    'Title',
    'Creator',
    'Creator page',
    'Source',
    'Licence',
    'Licence text',
    'Status',
    'Note',
    'Credit',
    'Receipt',
  ];
  return tableText([head, ...rows]);
}

/** A file name of a project's export. */
export function exportName(name: string, ending: 'txt' | 'csv'): string {
  const plain = name.replaceAll(/[\p{Cc}<>:"/\\|?*]/gu, ' ').trim();
  return `${plain || 'Project'} credits.${ending}`;
}
