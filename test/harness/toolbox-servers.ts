// Toolbox servers as returned by the API, in states that can't be provoked on a real server.
import type { ServerStats, ToolboxServer } from '#contract/toolbox/api.ts';

const GB = 1024 ** 3;

let made = 0;

/** A server that has never been reached, unless `given` overrides that. Each server has its own id. */
export function toolboxServer(given: Partial<ToolboxServer> = {}): ToolboxServer {
  made += 1;
  return {
    id: `00000000-0000-4000-8000-${String(made).padStart(12, '0')}`,
    name: `Server ${made}`,
    ip: '203.0.113.10',
    port: 22,
    location: 'Frankfurt',
    username: 'helix',
    signsInBy: 'key',
    service: 'helix',
    uploadDir: null,
    status: 'offline',
    statusReason: null,
    reasonCode: null,
    isChecking: false,
    priority: 0,
    isDefault: false,
    cpu: null,
    memory: null,
    memoryTotal: null,
    diskUsed: null,
    diskTotal: null,
    uploadCount: null,
    files: null,
    lastPing: null,
    hostKey: null,
    shownHostKey: null,
    createdAt: '2026-11-01T09:00:00.000Z',
    ...given,
  };
}

const HOST_KEY = 'SHA256:qkYF9kpIbfW8GmFvd0kqJh0vnVd1c6e0Xb2uRrQ0b1A';

const OTHER_HOST_KEY = 'SHA256:0Zb1kUoWq7vJxS2l8mHdTtYc4PnRgFaEeKiVuXsQ9Lw';

/** One server for each state that the list can show, in list order; the second one is the default. */
export function sampleServers(): ToolboxServer[] {
  return [
    toolboxServer({
      name: 'edge-fra-02',
      status: 'online',
      priority: 20,
      cpu: 94.6,
      memory: 12.4 * GB,
      memoryTotal: 16 * GB,
      diskUsed: 310 * GB,
      diskTotal: 1000 * GB,
      lastPing: '2026-11-22T11:59:58.000Z',
      hostKey: HOST_KEY,
    }),
    toolboxServer({
      name: 'media-store-ams',
      ip: '2001:db8::5',
      port: 2222,
      location: 'Amsterdam, rack 14',
      status: 'online',
      priority: 10,
      isDefault: true,
      signsInBy: 'password',
      uploadDir: '/srv/uploads',
      cpu: 12.3,
      memory: 7.1 * GB,
      memoryTotal: 64 * GB,
      diskUsed: 4012 * GB,
      diskTotal: 4400 * GB,
      uploadCount: 18_240,
      files: { video: 2912 * GB, imagesAndAudio: 870 * GB, other: 210 * GB },
      lastPing: '2026-11-22T11:59:58.000Z',
      hostKey: HOST_KEY,
    }),
    toolboxServer({ name: 'a-server-with-a-name-that-is-as-long-as-names-may-be-allowed', status: 'starting' }),
    toolboxServer({
      name: 'cold-storage',
      status: 'offline',
      location: 'Oslo',
      isChecking: true,
      statusReason: 'The service has failed.',
      reasonCode: 'failed',
      cpu: 74.9,
      memory: 3.1 * GB,
      memoryTotal: 8 * GB,
      diskUsed: 52 * GB,
      diskTotal: 250 * GB,
      uploadCount: 12,
      lastPing: '2026-11-22T11:20:00.000Z',
    }),
    toolboxServer({
      name: 'edge-old',
      status: 'error',
      priority: -5,
      hostKey: HOST_KEY,
      statusReason:
        'The host key has changed since the first connection. Remove the old key only if the server was reinstalled.',
      reasonCode: 'host-key',
      shownHostKey: OTHER_HOST_KEY,
    }),
  ];
}

export function sampleStats(given: Partial<ServerStats> = {}): ServerStats {
  return {
    cpu: 41.2,
    memory: { used: 7.2 * GB, total: 64 * GB },
    disk: { used: 4012 * GB, total: 4400 * GB },
    network: { in: 1_843_200, out: 48_234_496 },
    uptime: 1_051_200,
    lastUpdated: '2026-11-22T12:00:00.000Z',
    isLive: true,
    ...given,
  };
}
