// `npm run test:scaled`: the journeys in a browser through the balancer, at a site on several processes; names after `--` take
// those alone. Pages and calls go to either process in turn, sockets to one of them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProviderFakes } from '#server/providers/oauth.fake.ts';
import { buildClient } from '../scripts/build-client.ts';
import { startScaledSite } from './scaled-site.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
/** These start sites of their own, or speak of the one process that they have. */
const ALONE = /^(?!.*(tunnel|every-page)).*\.e2e\.ts$/;

/** Demo accounts sign in on this machine alone, and a front server betrays itself by its headers: here it does not. */
const withoutForwarding = (configuration: string): string =>
  configuration.replaceAll(/^ *proxy_set_header X-Forwarded-For .*\n/gm, '').replace('least_conn;', '');

await buildClient();
const fakes = await startProviderFakes();
const site = await startScaledSite({
  env: {
    ...fakes.env,
    NODE_ENV: 'development',
    RATE_LIMITS: 'off',
    DEMO: 'force',
    TRUST_PROXY: '',
    TOOLBOX_NETWORKS: '127.0.0.0/8',
    LOG_LEVEL: 'warn',
  },
  edit: withoutForwarding,
});
try {
  process.stdout.write(`Two processes and one for jobs are behind ${site.url}.\n`);
  const names = process.argv.slice(2);
  const files = names.length > 0 ? names : [ALONE.source];
  const browser = spawn(
    join(project, 'node_modules/.bin/playwright'),
    ['test', '--config', 'test/e2e/playwright.config.ts', '--reporter', 'dot', ...files],
    {
      cwd: project,
      stdio: 'inherit',
      // Mail is a file of whoever sends it.
      env: { ...process.env, SITE_URL: site.url, SITE_FOLDER: join(site.folder, 'worker'), FAKES_URL: fakes.url },
    },
  );
  const [code] = await once(browser, 'exit');
  process.exitCode = Number(code ?? 1);
} finally {
  await site.stop();
  await fakes.stop();
}
