// The test function for all journeys: any browser complaint that was not explicitly allowed fails the test.
import { test as base, type ConsoleMessage, expect, type Page, type Request } from '@playwright/test';

export type Watch = {
  /** Console errors and warnings, policy reports, uncaught errors and failed requests so far. */
  complaints(): string[];
  /** API requests made by scripts so far, for example "GET /api/stats". Pictures under /api are left out. */
  calls(): string[];
  /** Ignores matching complaints, such as those about a request that the journey expects to be refused. */
  allow(...patterns: RegExp[]): void;
  /** Clears everything recorded so far. */
  reset(): void;
};

const describeMessage = (message: ConsoleMessage): string =>
  `console ${message.type()}: ${message.text()} (${message.location().url})`;

/** Whether the message reports the error status of the page itself. Journeys open such pages intentionally. */
const isOwnStatus = (message: ConsoleMessage, page: Page): boolean =>
  message.text().startsWith('Failed to load resource') && message.location().url === page.url();

/** Leaving a page while its socket is opening ends the attempt with this warning. */
const isAbortedSocket = (message: ConsoleMessage): boolean =>
  message.text().endsWith('WebSocket is closed before the connection is established.');

/**
 * A server-rendered page reacts to clicks only after React has hydrated it and marked its elements, the outermost one last. On a busy
 * machine, a journey would click before that, so each step waits for the mark.
 */
const waitForScripts = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const isTakenOver = ({ lastElementChild }: HTMLElement) =>
      Object.keys(lastElementChild ?? {}).some((key) => key.startsWith('__reactFiber'));
    const look = (): void => {
      const app = document.getElementById('app');
      const root = document.documentElement;
      const isWaiting = app ? !isTakenOver(app) : document.readyState === 'loading';
      root?.toggleAttribute('data-waiting', isWaiting);
      if (isWaiting) setTimeout(look, 10);
    };
    look();
  });
  await page.addLocatorHandler(page.locator('html[data-waiting]'), async () => {});
};

/** With LATE=on, delays responses and frames like a busy machine would, which exposes steps that don't wait for them. */
const comeLate = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const late = (most: number) => new Promise((done) => setTimeout(done, Math.random() * most));
    const frame = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (draw) => window.setTimeout(() => frame(draw), 100);
    const ask = window.fetch.bind(window);
    window.fetch = async (...asked) => {
      await late(150);
      const answer = await ask(...asked);
      await late(150);
      return answer;
    };
  });
};

/** Waits for hydration. Call this before mouse or keyboard steps that look up no element, because those steps don't wait. */
export function untilTakenOver(page: Page): Promise<void> {
  return page.locator('html:not([data-waiting])').waitFor({ state: 'attached' });
}

/** Starts recording on a page. Call it before the page opens anything. */
export async function watchPage(page: Page): Promise<Watch> {
  const seen: string[] = [];
  const calls: string[] = [];
  const allowed: RegExp[] = [];
  page.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return;
    if (isOwnStatus(message, page) || isAbortedSocket(message)) return;
    seen.push(describeMessage(message));
  });
  page.on('pageerror', (error) => seen.push(`uncaught: ${error.message}`));
  page.on('requestfailed', (request: Request) => {
    const reason = request.failure()?.errorText ?? '';
    // If scripts are disabled, preloading them fails like this. Real policy violations are recorded through their report.
    if (reason === 'csp' && /\.m?js$/.test(request.url())) return;
    // Documents that become downloads, and requests that are aborted by leaving the page, fail like this.
    if (reason !== 'net::ERR_ABORTED') seen.push(`failed request: ${request.url()} ${reason}`);
  });
  page.on('response', (response) => {
    const isCall = ['fetch', 'xhr'].includes(response.request().resourceType());
    const isDocument = response.request().resourceType() === 'document';
    if (response.status() >= 500 || (response.status() >= 400 && !isDocument && !isCall)) {
      seen.push(`status ${response.status()}: ${response.url()}`);
    }
  });
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (['fetch', 'xhr'].includes(request.resourceType()) && pathname.startsWith('/api/'))
      calls.push(`${request.method()} ${pathname}`);
  });
  await waitForScripts(page);
  if (process.env.LATE === 'on') await comeLate(page);
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`policy report: ${violatedDirective} ${blockedURI}`);
    });
  });
  return {
    complaints: () => seen.filter((line) => !allowed.some((pattern) => pattern.test(line))),
    calls: () => [...calls],
    allow: (...patterns) => void allowed.push(...patterns),
    reset: () => {
      seen.length = 0;
      calls.length = 0;
    },
  };
}

export const test = base.extend<{ watch: Watch }>({
  watch: [
    async ({ page }, use) => {
      const watch = await watchPage(page);
      await use(watch);
      // A request may still be with a route's handler, which fails when the page is closed.
      if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
      expect(watch.complaints(), 'browser complaints').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
