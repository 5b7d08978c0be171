// A real S3-compatible service: Debian's OpenStack Swift (swift-proxy, -account, -container, -object) on loopback ports, with its
// data in a temporary folder.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { Starting } from '#test/repository/closers.ts';
import { findFreePort } from './nginx.ts';
import { makeMachineHome } from './temporary-homes.ts';

/** Debian's Python, for which Swift is installed. PATH can contain a different Python. */
const PYTHON = '/usr/bin/python3';
const PROGRAMS = ['proxy', 'account', 'container', 'object'] as const;
const START_LIMIT_MS = 60_000;
const KEY_ID = 'helix:site';
const SECRET = 'not-a-secret-for-tests';

/** Whether files in the temporary folder support extended attributes, which Swift uses for metadata. */
const takesAttributes = (): boolean => {
  const folder = mkdtempSync(join(tmpdir(), 'helix-attributes-'));
  try {
    execFileSync(PYTHON, ['-c', 'import os,sys; os.setxattr(sys.argv[1], "user.swift.metadata", b"x")', folder], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const findObstacle = (): string | null => {
  const missing = PROGRAMS.filter((name) => !existsSync(`/usr/bin/swift-${name}-server`));
  if (missing.length > 0) return `the Debian packages ${missing.map((name) => `swift-${name}`).join(' ')} are missing`;
  if (process.getuid?.() !== 0) return 'Swift has to be started as root';
  return takesAttributes() ? null : 'the temporary folder does not support extended attributes';
};

/**
 * The reason why Swift can't be started on this machine, or null if it can. Also prints a message with the reason.
 * @throws if CI is true and it can't be started, so that nothing is skipped unnoticed
 */
export function whyNoSwift(): string | null {
  const obstacle = findObstacle();
  if (obstacle === null) return null;
  const sentence = `Object storage is not tested: ${obstacle}.`;
  if (process.env.CI === 'true') throw new Error(sentence);
  console.warn(sentence);
  return obstacle;
}

const RINGS = `
import sys
from swift.common.ring import RingBuilder
folder, ports = sys.argv[1], dict(zip(('account', 'container', 'object'), map(int, sys.argv[2:])))
for kind, port in ports.items():
    builder = RingBuilder(4, 1, 1)
    builder.add_dev(dict(id=0, region=1, zone=1, weight=1.0, device='disk', meta='', ip='127.0.0.1', port=port,
                         replication_ip='127.0.0.1', replication_port=port))
    builder.rebalance(seed=1)
    builder.get_ring().save('%s/%s.ring.gz' % (folder, kind))
`;

const configOf = (name: (typeof PROGRAMS)[number], folder: string, port: number): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = root
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
disable_fallocate = true
log_address = ${folder}/no-log
# A busy machine may take long, and late updates reach nobody.
conn_timeout = 20
node_timeout = 60
container_update_timeout = 60
${
  name === 'proxy'
    ? `
[pipeline:main]
pipeline = catch_errors gatekeeper cache s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
conn_timeout = 20
node_timeout = 60
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
# Required, although nothing listens at this address: every lookup misses the cache.
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_helix_site = ${SECRET} .admin
[filter:slo]
use = egg:swift#slo
`
    : `
[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`
}`;

const answers = async (port: number): Promise<boolean> => {
  try {
    await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(5000) });
    return true;
  } catch {
    return false;
  }
};

export type Swift = Awaited<ReturnType<typeof startSwift>>;

/**
 * Starts the service, which ends together with the process that started it.
 * @param options.onStart receives the stop function before the service is ready
 */
export async function startSwift({ onStart }: Starting = {}) {
  const folder = makeMachineHome();
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'devices', 'disk'), { recursive: true });
  const ports: number[] = [];
  for (const _ of PROGRAMS) ports.push(await findFreePort());
  const [port = 0, ...ringPorts] = ports;
  execFileSync(PYTHON, ['-c', RINGS, folder, ...ringPorts.map(String)]);
  writeFileSync(join(folder, 'swift.conf'), '[swift-hash]\nswift_hash_path_suffix = helix\n');

  const servers: ChildProcess[] = PROGRAMS.map((name, index) => {
    const file = join(folder, `${name}.conf`);
    writeFileSync(file, configOf(name, folder, ports[index] ?? 0));
    const command = ['--pdeathsig', 'KILL', '--', `swift-${name}-server`, file];
    return spawn('setpriv', command, { stdio: ['ignore', 'ignore', 'inherit'], cwd: folder });
  });
  const stop = async (): Promise<void> => {
    const living = servers.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    await Promise.all(
      living.map(async (server) => {
        const gone = once(server, 'exit');
        server.kill('SIGKILL');
        await gone;
      }),
    );
    rmSync(folder, { recursive: true, force: true });
  };
  onStart?.(stop);

  const deadline = Date.now() + START_LIMIT_MS;
  for (const each of ports) {
    while (!(await answers(each))) {
      if (
        Date.now() > deadline ||
        servers.some(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null)
      ) {
        await stop();
        throw new Error('Swift did not start');
      }
      await sleep(50);
    }
  }

  const keys = { keyId: KEY_ID, secret: SECRET };
  const url = `http://127.0.0.1:${port}`;
  const client = new S3Client({
    endpoint: url,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: keys.keyId, secretAccessKey: keys.secret },
  });
  return {
    url,
    port,
    keys,
    // S3 client for direct access to the service as its owner.
    client,
    // Creates a bucket and returns its STORAGE_URL; `endpoint` routes it through a proxy.
    async makeBucket(bucket: string, endpoint = url): Promise<string> {
      await client.send(new CreateBucketCommand({ Bucket: bucket }));
      return `s3://${bucket}?endpoint=${encodeURIComponent(endpoint)}`;
    },
    // Environment variables for a site that stores its files there.
    envOf: (address: string): Record<string, string> => ({
      STORAGE_URL: address,
      STORAGE_KEY_ID: keys.keyId,
      STORAGE_SECRET: keys.secret,
    }),
    // Freezes all of the service's processes until they are resumed.
    pause: (): void => {
      for (const server of servers) server.kill('SIGSTOP');
    },
    resume: (): void => {
      for (const server of servers) server.kill('SIGCONT');
    },
    stop,
  };
}
