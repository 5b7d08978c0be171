// `npm run test:scaled`: the journeys in a browser through the balancer, at a site on several processes; names after `--` take
// those alone. What is between is deploy/nginx.conf as it stands, and files are at a service that speaks S3. The limits against
// abuse are off: all browsers come from one address, and would be taken for one caller.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProviderFakes } from '#server/providers/oauth.fake.ts';
import { buildClient } from '../../scripts/build/build-client.ts';
import { startScaledSite } from './scaled-site.ts';
import { whyNoSwift } from './swift.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
/** These start sites of their own, or speak of the one process that they have. */
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
  // Demo accounts sign in on this machine alone, and a front server betrays itself by its headers: here they are people like others.
  await site.db.updateTable('users').set({ demo: false }).where('demo', '=', true).execute();
  process.stdout.write(`Two processes and one for jobs are behind ${site.url}.\n`);
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
        // Mail is a file of whoever sends it.
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
