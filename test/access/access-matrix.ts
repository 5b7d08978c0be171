// The access matrix: the response status of every endpoint for every kind of caller.
import { readFileSync } from 'node:fs';

export const matrixRoles = ['visitor', 'user', 'premium', 'leaker', 'admin', 'banned'] as const;
export type MatrixRole = (typeof matrixRoles)[number];

export type MatrixRow = {
  /** Method and path as written in the matrix, for example `GET /api/resources/{id} (PENDING)`. */
  name: string;
  method: string;
  /** The path without the case in brackets and without the query. */
  path: string;
  /** Status by kind of caller, including the owner if the row has a status for the owner. */
  statuses: Record<MatrixRole, number> & { owner: number | null };
  /** Status if the same request is sent cross-site, for any caller. */
  crossSite: number | null;
  /** Full text of cells that contain more than a status, by column. */
  words: Partial<Record<MatrixRole | 'owner' | 'crossSite', string>>;
  issue: number;
  /** 2 for endpoints that belong to the product's second stage. */
  stage: number;
};

const folder = new URL('../data/', import.meta.url);

const splitLine = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    (quoted ?? plain ?? '').replaceAll('""', '"'),
  );

/**
 * The status at the beginning of a cell, which may be followed by an explanation. Null if the cell is `-` or does not begin with
 * a status.
 */
const statusOf = (cell: string | undefined): number | null => {
  const digits = /^(\d{3})\b/.exec(cell ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
};

const columns =
  'area,method,path,visitor,user,premium,leaker,admin,banned,owner,csrf_cross_site,source,note,stage,issue'.split(',');

const readRow = (line: string): MatrixRow => {
  const cells = splitLine(line);
  if (cells.length !== columns.length) throw new Error(`${cells.length} cells instead of ${columns.length}: ${line}`);
  const cell = (name: string): string => cells[columns.indexOf(name)] ?? '';
  const method = cell('method');
  return {
    name: `${method} ${cell('path')}`,
    method,
    path: cell('path').split(/[ ?]/)[0] ?? '',
    statuses: {
      ...(Object.fromEntries(matrixRoles.map((role) => [role, statusOf(cell(role)) ?? 0])) as Record<
        MatrixRole,
        number
      >),
      owner: statusOf(cell('owner')),
    },
    crossSite: statusOf(cell('csrf_cross_site')),
    words: Object.fromEntries(
      [...matrixRoles, 'owner', 'csrf_cross_site']
        .map((name) => [name === 'csrf_cross_site' ? 'crossSite' : name, cell(name)])
        .filter(([, text]) => !/^(\d{3}|-)$/.test(text ?? '')),
    ),
    issue: Number(cell('issue')),
    stage: Number(cell('stage')),
  };
};

const readLines = (file: string): string[] =>
  readFileSync(new URL(file, folder), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

/** Parses the matrix. @throws if the columns are not the expected ones, or a row has too few or too many cells */
export function readMatrix(): MatrixRow[] {
  const [head, ...lines] = readLines('access-matrix.csv');
  if (head !== columns.join(',')) throw new Error(`unknown columns: ${head}`);
  return lines.map(readRow);
}

/** Names of rows whose endpoint isn't implemented yet; this list should only shrink. */
export function readPending(): string[] {
  return readLines('access-pending.txt');
}

/** Method and path without parameter names, which can differ for the same path. Example: `GET /api/users/{}`. */
export function placeOf(method: string, path: string): string {
  return `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`;
}
