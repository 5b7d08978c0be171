// Which files may import which others. This table is authoritative; docs/architecture.md explains the reasons.
import { describe, expect, it } from 'vitest';
import { type Import, importsOf, isTest, readCode, readSources, rooms } from './source-files.ts';

const code = readCode();
const paths = new Set(code.map(({ path }) => path));
const imports = code.filter(({ path }) => !isTest(path)).flatMap(importsOf);
const own = imports.filter((found) => found.own);

type Rule = {
  room: string;
  /** Files that the rule applies to; the first matching rule wins. */
  files: RegExp;
  /** Project files that may be imported. `$1` is the capture group from `files` (the name of the feature). */
  may: string[];
  /** Additional files that may be imported for types only. */
  mayTypes?: string[];
  /** Packages that may be imported, in addition to `node:` modules; any package if not set. */
  packages?: RegExp;
};

const serverPackages =
  /^(@fastify\/|fastify$|kysely$|pg$|pg-copy-streams$|pino$|prom-client$|graphile-worker$|zod$|sharp$|thumbhash$|file-type$|yauzl$|harfbuzzjs$|@gltf-transform\/(core|extensions|functions)$|draco3dgltf$|meshoptimizer$|three(\/addons\/loaders\/.*)?$|mediabunny$|node-unrar-js$|lru-cache$|negotiator$|mime-types$|nodemailer$|content-disposition$|csv-stringify$|otpauth$|bowser$|@tus\/server$|@zxcvbn-ts\/language-common$|markdown-it$|sanitize-html$|socket\.io$|@redis\/client$|undici$|ipaddr\.js$|open-graph-scraper$|@aws-sdk\/(client-s3|s3-request-presigner)$)/;
const clientPackages =
  /^(react|react-dom|react-router|@tanstack\/react-query|@base-ui\/react|lucide-react|react-hook-form|@hookform\/resolvers|react-easy-crop|uqr|lottie-web|mediabunny|three|tus-js-client|@noble\/hashes|socket.io-client|d3-scale|d3-shape|@fontsource-variable\/.*)$/;

/** Files that every client feature may import. */
const featureMay = [
  'contract/',
  'client/kit/',
  'client/ui/',
  'client/features/$1/',
  // Features never import the admin panel, which is in a layer above them.
  'client/features/(?!admin/)[^/]+/([^/]+/)*(([a-z]+-)?api\\.ts$|components/)',
];

/** Admin panel sections that are part of a domain's folder. */
const sections = '^client/features/[^/]+/admin/[a-z-]+-(section|page|block)\\.tsx$';

const rules: Rule[] = [
  { room: 'contract', files: /^contract\//, may: ['contract/'], packages: /^zod$/ },
  {
    room: 'server/kit',
    files: /^server\/kit\//,
    may: ['contract/', 'server/kit/'],
    mayTypes: ['db/types\\.ts$'],
    packages: serverPackages,
  },
  {
    room: 'server/platform',
    files: /^server\/platform\//,
    may: ['contract/', 'server/kit/', 'server/platform/'],
    mayTypes: ['db/types\\.ts$'],
    packages: serverPackages,
  },
  {
    room: 'server/providers',
    files: /^server\/providers\//,
    may: ['contract/', 'server/kit/', 'server/providers/'],
    packages: /./,
  },
  {
    room: 'server/features/x',
    files: /^server\/features\/([^/]+)\//,
    may: ['contract/', 'server/kit/', 'server/platform/', 'server/features/$1/', 'server/features/[^/]+/public\\.ts$'],
    mayTypes: ['db/types\\.ts$', 'server/deps\\.ts$', 'server/config\\.ts$', 'server/providers/'],
    packages: serverPackages,
  },
  {
    room: 'server/operations',
    files: /^server\/operations\//,
    may: ['contract/', 'server/'],
    mayTypes: ['db/types\\.ts$'],
    packages: serverPackages,
  },
  {
    room: 'server/config, deps',
    files: /^server\/(config|deps)\.ts$/,
    may: ['contract/', 'server/kit/'],
    mayTypes: ['server/', 'db/types\\.ts$'],
    packages: serverPackages,
  },
  {
    room: 'server/app, main and the modules beside them',
    files: /^server\/[^/]+\.ts$/,
    may: ['contract/', 'server/', 'demo/seed/first-content\\.ts$'],
    mayTypes: ['db/types\\.ts$'],
    packages: serverPackages,
  },
  { room: 'db', files: /^db\//, may: ['db/'], packages: /^kysely$/ },
  { room: 'client/ui', files: /^client\/ui\//, may: ['client/ui/'], packages: clientPackages },
  {
    room: 'client/kit',
    files: /^client\/kit\//,
    may: ['contract/', 'client/kit/', 'client/ui/'],
    packages: clientPackages,
  },
  {
    room: 'client/features/admin',
    files: /^client\/features\/(admin)\//,
    // Only the admin panel imports the sections that domains provide for it.
    may: [...featureMay, sections],
    packages: clientPackages,
  },
  {
    room: 'client/features/x',
    files: /^client\/features\/([^/]+)\//,
    may: featureMay,
    packages: clientPackages,
  },
  { room: 'client/shell, router', files: /^client\//, may: ['contract/', 'client/'], packages: clientPackages },
  {
    room: 'demo/media',
    files: /^demo\/media\//,
    // Developers run it, never the server. It makes the previews of packs with the code that makes those of uploads.
    may: ['demo/', 'server/kit/', 'server/features/uploads/previews/(drawing|reading|rules)\\.ts$'],
    packages: serverPackages,
  },
  {
    room: 'demo',
    files: /^demo\//,
    may: [
      'contract/',
      'demo/',
      'server/kit/',
      'server/platform/',
      'server/features/.+/(queries(/[a-z-]+)?|rules|actions)\\.ts$',
    ],
    mayTypes: ['db/types\\.ts$', 'server/deps\\.ts$'],
    packages: serverPackages,
  },
  {
    room: 'scripts and bench',
    files: /^(scripts|bench)\//,
    may: ['contract/', 'server/', 'demo/', 'scripts/', 'bench/', 'test/', 'db/', 'client/'],
  },
  { room: 'tool configuration', files: /^[^/]+\.config\.ts$/, may: ['scripts/'] },
];

const ruleOf = (path: string): Rule | undefined => rules.find(({ files }) => files.test(path));

/** Why an import is not allowed by the table above, or null if it is allowed. */
const objectionTo = ({ from, to, own, typeOnly }: Import): string | null => {
  const rule = ruleOf(from);
  if (!rule) return `${from} is in none of the table's rooms`;
  if (!own) {
    if (to.startsWith('node:') || !rule.packages || rule.packages.test(to)) return null;
    return `${rule.room}: ${from} imports the package ${to}`;
  }
  const name = rule.files.exec(from)?.[1] ?? '';
  const allowed = [...rule.may, ...(typeOnly ? (rule.mayTypes ?? []) : [])];
  if (allowed.some((pattern) => new RegExp(`^${pattern.replaceAll('$1', name)}`).test(to))) return null;
  return `${rule.room}: ${from} imports ${to}${typeOnly ? ' (type)' : ''}`;
};

describe('the import table', () => {
  it('is respected by every file', () => {
    expect(imports.length).toBeGreaterThan(300);
    expect(imports.map(objectionTo).filter(Boolean)).toEqual([]);
  });

  it('rejects forbidden imports', () => {
    const refused: [string, string, boolean][] = [
      ['contract/content/home.ts', 'server/kit/db/db.ts', true],
      ['server/kit/db/db.ts', 'server/features/content/home/queries.ts', false],
      ['server/kit/db/db.ts', 'server/platform/viewer.ts', true],
      ['server/platform/viewer.ts', 'server/deps.ts', true],
      ['server/features/content/home/routes.ts', 'server/features/accounts/queries.ts', false],
      ['server/kit/db/db.ts', 'server/deps.ts', true],
      ['server/features/content/home/routes.ts', 'server/features/accounts/routes.ts', false],
      ['server/features/content/home/routes.ts', 'server/config.ts', false],
      ['client/ui/forms/button.tsx', 'contract/limits.ts', false],
      ['client/kit/data/call.ts', 'client/features/content/home/api.ts', false],
      ['client/features/content/home/home-page.tsx', 'client/features/members/profile-page.tsx', false],
      ['client/features/content/home/home-page.tsx', 'server/kit/http/problem.ts', true],
      ['client/features/admin/admin-page.tsx', 'client/features/uploads/admin/upload-editor.tsx', false],
      ['client/features/admin/admin-page.tsx', 'client/features/uploads/upload-page.tsx', false],
      ['client/features/forum/community-page.tsx', 'client/features/uploads/admin/uploads-section.tsx', false],
      ['client/features/uploads/admin/uploads-section.tsx', 'client/features/admin/components/admin-frame.tsx', false],
      ['db/types.ts', 'server/kit/db/db.ts', true],
    ];
    for (const [from, to, typeOnly] of refused)
      expect(objectionTo({ from, to, own: true, typeOnly, onDemand: false }), `${from} -> ${to}`).not.toBeNull();
    expect(
      objectionTo({ from: 'client/kit/data/call.ts', to: 'zod', own: false, typeOnly: false, onDemand: false }),
    ).not.toBeNull();
  });

  it('covers only imports of files that exist', () => {
    const missing = own.filter(({ to }) => /\.tsx?$/.test(to) && !paths.has(to));
    expect(missing.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  it('lets only tests and tools import tests', () => {
    const strays = own.filter(({ from, to }) => isTest(to) && !/^(scripts|bench)\//.test(from));
    expect(strays).toEqual([]);
  });
});

/** The first import cycle found, as a list of files, or null. */
const findCycle = (edges: Import[]): string[] | null => {
  const next = Map.groupBy(edges, ({ from }) => from);
  const finished = new Set<string>();
  const trail: string[] = [];
  const visit = (path: string): string[] | null => {
    if (finished.has(path)) return null;
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    trail.push(path);
    for (const { to } of next.get(path) ?? []) {
      const cycle = visit(to);
      if (cycle) return cycle;
    }
    trail.pop();
    finished.add(path);
    return null;
  };
  for (const path of next.keys()) {
    const cycle = visit(path);
    if (cycle) return cycle;
  }
  return null;
};

describe('cycles', () => {
  it('do not exist, types included', () => {
    expect(findCycle(own)).toBeNull();
  });

  it('are detected', () => {
    const edge = (from: string, to: string): Import => ({ from, to, own: true, typeOnly: false, onDemand: false });
    expect(findCycle([edge('a', 'b'), edge('b', 'c'), edge('c', 'a')])).toEqual(['a', 'b', 'c', 'a']);
  });
});

const { order } = JSON.parse(readSources(['server/features/domains.json'])[0]?.text ?? '{}') as { order: string[] };
const domainOf = (path: string): string | undefined => /^server\/features\/([^/]+)\//.exec(path)?.[1];

describe('domains', () => {
  const found = [...new Set(code.map(({ path }) => domainOf(path)).filter((domain) => domain !== undefined))];
  const between = own
    .map(({ from, to }) => ({ from, to, low: domainOf(from), high: domainOf(to) }))
    .filter(({ low, high }) => low !== undefined && high !== undefined && low !== high);

  it('are listed once each in domains.json', () => {
    expect([...order].sort()).toEqual([...found].sort());
  });

  it('import only domains above them in domains.json', () => {
    expect(between.length).toBeGreaterThan(20);
    const upward = between.filter(({ low = '', high = '' }) => order.indexOf(high) >= order.indexOf(low));
    expect(upward.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  it('follow the same order in the client, where admin also imports the sections of other domains', () => {
    const clientDomainOf = (path: string): string => /^client\/features\/([^/]+)\//.exec(path)?.[1] ?? '';
    const upward = own.filter(({ from, to }) => {
      const [low, high] = [clientDomainOf(from), clientDomainOf(to)];
      if (low === high || !order.includes(low) || order.indexOf(high) < order.indexOf(low)) return false;
      return !(low === 'admin' && new RegExp(sections).test(to));
    });
    expect(upward.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  it('have the same names in the contract and the client', () => {
    const foldersOf = (side: string): string[] => [
      ...new Set(
        code
          .map(({ path }) => new RegExp(`^${side}/([^/]+)/`).exec(path)?.[1])
          .filter((name): name is string => name !== undefined),
      ),
    ];
    expect(foldersOf('contract').filter((name) => !order.includes(name))).toEqual([]);
    // The dashboard is the exception, because it combines several domains.
    expect(foldersOf('client/features').filter((name) => !order.includes(name))).toEqual(['dashboard']);
  });
});

describe('folders', () => {
  it('have at most 25 source files each', () => {
    const sources = readSources([...rooms.map((room) => `${room}/**/*.{ts,tsx,css,mjs,sql}`)])
      .map(({ path }) => path)
      .filter((path) => !/\.(test|e2e)\.tsx?$|^test\/|^db\/migrations\//.test(path));
    const sizes = Map.groupBy(sources, (path) => path.replace(/\/[^/]+$/, ''));
    const large = [...sizes].filter(([, files]) => files.length > 25);
    expect(large.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([]);
  });
});

describe('public pages', () => {
  // Packages that are loaded on demand, together with forms, dialogs and pages for logged-in users.
  const onDemandPackages = /^(zod|react-hook-form|@hookform\/resolvers|@base-ui\/react|react-easy-crop|uqr)$/;
  const atOnce = imports.filter(({ typeOnly, onDemand }) => !typeOnly && !onDemand);
  const shared = code.find(({ path }) => path === 'client/shared-pages.ts')?.text ?? '';
  const publicPages = [...shared.matchAll(/source: '([^']+)'/g)].map((match) => match[1] ?? '');

  // All imports reachable from a file, without following dynamic imports.
  const reachedFrom = (start: string): Import[] => {
    const seen = new Set([start]);
    const reached: Import[] = [];
    for (const file of seen) {
      for (const found of atOnce.filter(({ from }) => from === file)) {
        reached.push(found);
        if (found.own) seen.add(found.to);
      }
    }
    return reached;
  };

  it('are found', () => {
    expect(publicPages).toContain('client/features/resources/listing-page.tsx');
    expect(publicPages.length).toBeGreaterThan(5);
    expect(reachedFrom('client/features/accounts/login-page.tsx').map(({ to }) => to)).toContain('zod');
  });

  it.each(['client/main.tsx', ...publicPages])('%s loads no schemas, forms or dialogs', (start) => {
    const reached = reachedFrom(start).filter(({ to, own }) => !own && onDemandPackages.test(to));
    expect(reached.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });
});

describe('HTTP', () => {
  it('is used only in the routes.ts of a feature', () => {
    const knowing = imports.filter(({ from, to }) => /^server\/features\//.test(from) && to === 'fastify');
    expect(knowing.map(({ from }) => from).filter((path) => !path.endsWith('/routes.ts'))).toEqual([]);
  });
});
