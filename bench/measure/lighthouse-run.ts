// Runs Lighthouse once in a separate Chromium with a fresh profile. Emulates a slow network and a quarter of this CPU's speed, as
// on a phone.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { chromiumFlags, chromiumPath } from '#test/harness/chromium.ts';

/** Results of one run: times in ms, scores from 0 to 100, bytes as transferred. */
export type LighthouseRun = {
  fcp: number;
  lcp: number;
  cls: number;
  /** Null when the page was never idle for five seconds, which can also happen on a busy machine. */
  tbt: number | null;
  performance: number | null;
  accessibility: number;
  bestPractices: number;
  seo: number;
  /** Bytes by request type, such as Script. */
  transferred: Record<string, number>;
  requests: number;
  /** The browser's own measure of the machine's speed during the run. */
  benchmarkIndex: number;
  /** The element that determined the LCP. */
  lcpElement: string | null;
  /** Failed audits in the categories that have limits. */
  findings: string[];
};

type NetworkItem = { url: string; resourceType?: string; transferSize?: number };
type NodeItem = { items?: { node?: { snippet?: string }; snippet?: string; type?: string }[] };

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Resolves to the debugging port that Chromium prints to stderr when it has started. */
const portOf = (browser: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    let output = '';
    browser.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const port = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(output)?.[1];
      if (port) resolve(Number(port));
    });
    browser.once('error', reject);
    browser.once('exit', (code) => reject(new Error(`Chromium exited with code ${code}:\n${output}`)));
  });

/** Runs `use` with the debugging port of a fresh browser, and always closes the browser. */
const withBrowser = async <T>(use: (port: number) => Promise<T>): Promise<T> => {
  const profile = mkdtempSync(join(tmpdir(), 'helix-lighthouse-'));
  const browser = spawn(
    chromiumPath,
    ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, ...chromiumFlags, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  try {
    return await use(await portOf(browser));
  } finally {
    if (browser.pid !== undefined && browser.exitCode === null) {
      const gone = once(browser, 'exit');
      browser.kill('SIGTERM');
      await gone;
    }
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
};

/**
 * Opens `url` once with Lighthouse's mobile settings: 150 ms latency, 1.6 Mbit/s, and a CPU four times slower. The browser
 * applies the throttling; it is not simulated from a fast load.
 * @throws when the page could not be measured, or sent a request to another site
 */
export async function runLighthouse(url: string): Promise<LighthouseRun> {
  const result = await withBrowser((port) =>
    lighthouse(url, { port, logLevel: 'error', throttlingMethod: 'devtools', onlyCategories: [...CATEGORIES] }),
  );
  if (!result) throw new Error(`Lighthouse returned nothing for ${url}`);
  const { lhr } = result;
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);

  const detailsOf = (id: string): unknown => lhr.audits[id]?.details;
  const numberOf = (id: string): number => {
    const value = lhr.audits[id]?.numericValue;
    if (value === undefined) throw new Error(`${url}: Lighthouse measured no ${id}`);
    return value;
  };
  const scoreOf = (id: (typeof CATEGORIES)[number]): number => Math.round((lhr.categories[id]?.score ?? 0) * 100);
  const tbt = lhr.audits['total-blocking-time']?.numericValue;

  const network = (detailsOf('network-requests') as { items: NetworkItem[] }).items;
  const transferred: Record<string, number> = {};
  for (const { url: asked, resourceType = 'Other', transferSize = 0 } of network) {
    if (!asked.startsWith('data:') && new URL(asked).origin !== new URL(url).origin) {
      throw new Error(`${url} requested ${asked}`);
    }
    transferred[resourceType] = (transferred[resourceType] ?? 0) + transferSize;
  }
  const lcpParts = (detailsOf('lcp-breakdown-insight') as NodeItem | undefined)?.items ?? [];
  const gated = ['accessibility', 'seo', 'best-practices'].flatMap((id) => lhr.categories[id]?.auditRefs ?? []);
  return {
    fcp: Math.round(numberOf('first-contentful-paint')),
    lcp: Math.round(numberOf('largest-contentful-paint')),
    cls: Math.round(numberOf('cumulative-layout-shift') * 10_000) / 10_000,
    tbt: tbt === undefined ? null : Math.round(tbt),
    performance: tbt === undefined ? null : scoreOf('performance'),
    accessibility: scoreOf('accessibility'),
    bestPractices: scoreOf('best-practices'),
    seo: scoreOf('seo'),
    transferred,
    requests: network.length,
    benchmarkIndex: Math.round(lhr.environment.benchmarkIndex),
    lcpElement: lcpParts.find(({ type }) => type === 'node')?.snippet ?? null,
    findings: gated
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${id}: ${lhr.audits[id]?.title}`),
  };
}
