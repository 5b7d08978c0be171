// `npm run test:scaled`: runs the browser journeys through the load balancer, on a site with several processes. File names after
// `--` select journeys. nginx uses deploy/nginx.conf unchanged, and files are in S3-compatible storage. Rate limits are off,
// because all browsers have the same address and would count as one client.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProviderFakes } from '#server/providers/oauth.fake.ts';
import { buildClient } from '../../scripts/build/build-client.ts';
import { startScaledSite } from './scaled-site.ts';
import { whyNoSwift } from './swift.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
/** All journeys except those that start their own site or depend on a single process. */
const ALONE = /^(?!.*(tunnel|every-page)).*\.e2e\.ts$/;

await buildClient();
const noService = whyNoSwift();
const fakes = await startProviderFakes();
const site = await startScaledSite({
  env: {
    ...fakes.env,
    NODE_ENV: 'development',
    RATE_LIMITS: 'off',
    DEMO: 'force',
    TOOLBOX_NETWORKS: '127.0.0.0/8',
    LOG_LEVEL: 'warn',
  },
  service: noService === null,
});
try {
  // Demo accounts can only log in locally. Behind a proxy, no login counts as local, so turn them into normal accounts.
  await site.db.updateTable('users').set({ demo: false }).where('demo', '=', true).execute();
  process.stdout.write(`Two web processes and a worker are running behind ${site.url}.\n`);
  const names = process.argv.slice(2);
  const files = names.length > 0 ? names : [ALONE.source];
  const browser = spawn(
    join(project, 'node_modules/.bin/playwright'),
    ['test', '--config', 'test/e2e/playwright.config.ts', '--reporter', 'dot', ...files],
    {
      cwd: project,
      stdio: 'inherit',
      env: {
        ...process.env,
        SITE_URL: site.url,
        // Only the process that sends emails writes them to files.
        SITE_FOLDER: join(site.folder, 'worker'),
        FAKES_URL: fakes.url,
        ...(noService === null ? { SITE_FILES: 'service' } : {}),
      },
    },
  );
  const [code] = await once(browser, 'exit');
  process.exitCode = Number(code ?? 1);
} finally {
  await site.stop();
  await fakes.stop();
}
