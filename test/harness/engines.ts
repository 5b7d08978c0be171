// The same few steps in three browser engines: Chromium and Firefox through Puppeteer, WebKit through WebDriver. Elements are
// named by XPath, which all three understand. No engine can connect to other machines.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import puppeteer, { type Browser, type ElementHandle } from 'puppeteer-core';
import { chromiumFlags, chromiumPath } from './chromium.ts';
import { findFreePort } from './nginx.ts';

const ENGINES = ['Chromium', 'Firefox', 'WebKit'] as const;
export type EngineName = (typeof ENGINES)[number];

export type Engine = {
  open(url: string): Promise<void>;
  /** Runs a function in the page. Its arguments and its result are JSON. */
  run<Args extends unknown[], T>(work: (...args: Args) => T, ...args: Args): Promise<Awaited<T>>;
  click(xpath: string): Promise<void>;
  /** Types into a field, after what it contains. */
  type(xpath: string, text: string): Promise<void>;
  choose(xpath: string, file: string): Promise<void>;
  close(): Promise<void>;
};

const FIREFOX = '/usr/bin/firefox-esr';
/** The browser that WebKitWebDriver drives. */
const [MINI_BROWSER] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser');

const isInstalled: Record<EngineName, boolean> = {
  Chromium: true,
  Firefox: existsSync(FIREFOX),
  WebKit: MINI_BROWSER !== undefined,
};

/** The engines on this machine. `npm test` names the packages of the others, and CI needs all of them. */
export const engines: EngineName[] = ENGINES.filter((name) => isInstalled[name]);

const WAIT_MS = 60_000;
const POLL_MS = 100;
const WIDTH = 1280;
const HEIGHT = 900;
/** A port where nothing listens: as a proxy for everything but this machine, it keeps an engine from asking other machines. */
const NO_PROXY_PORT = 9;
const NO_PROXY = `127.0.0.1:${NO_PROXY_PORT}`;

const FIREFOX_SETTINGS = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': NO_PROXY_PORT,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': NO_PROXY_PORT,
  'network.proxy.no_proxies_on': 'localhost, 127.0.0.1',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'ui.prefersReducedMotion': 1,
  // Plays sounds into nothing, because the machine may have no sound card.
  'media.cubeb.force_mock_context': true,
};

/** Repeats a step until it returns something, and fails with its last error. */
const untilDone = async <T>(step: () => Promise<T | null>, what: string): Promise<T> => {
  let last: unknown = new Error(`Not found: ${what}`);
  for (const end = Date.now() + WAIT_MS; Date.now() < end; await sleep(POLL_MS)) {
    try {
      const result = await step();
      if (result !== null) return result;
    } catch (error) {
      last = error;
    }
  }
  throw last;
};

const end = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    if (child.exitCode !== null) return done();
    child.once('exit', () => done());
    child.kill();
  });

/** Starts an engine with an X server of its own. Without one, Firefox and WebKit have no WebGL. */
const onScreen = async (start: (env: Record<string, string>) => Promise<Engine>): Promise<Engine> => {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', `${WIDTH}x${HEIGHT}x24`, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  try {
    const DISPLAY = await new Promise<string>((done, failed) => {
      screen.once('error', failed);
      screen.stdio[3]?.once('data', (number) => done(`:${String(number).trim()}`));
    });
    const engine = await start({ DISPLAY, LIBGL_ALWAYS_SOFTWARE: '1' });
    const close = async (): Promise<void> => {
      await engine.close();
      await end(screen);
    };
    return { ...engine, close };
  } catch (error) {
    await end(screen);
    throw error;
  }
};

const withPuppeteer = async (browser: Browser): Promise<Engine> => {
  const page = await browser.newPage();
  await page.setViewport({ width: WIDTH, height: HEIGHT });
  const find = (xpath: string): Promise<ElementHandle<Element>> =>
    untilDone(() => page.$(`::-p-xpath(${xpath})`), xpath);
  return {
    open: async (url) => void (await page.goto(url)),
    run: (work, ...args) => page.evaluate(work as never, ...args) as never,
    click: (xpath) => untilDone(async () => (await find(xpath)).click(), xpath),
    type: async (xpath, text) => await (await find(xpath)).type(text),
    choose: async (xpath, file) => await ((await find(xpath)) as ElementHandle<HTMLInputElement>).uploadFile(file),
    close: () => browser.close(),
  };
};

const startChromium = async (): Promise<Engine> =>
  withPuppeteer(await puppeteer.launch({ executablePath: chromiumPath, args: chromiumFlags }));

const startFirefox = async (env: Record<string, string>): Promise<Engine> =>
  withPuppeteer(
    await puppeteer.launch({
      browser: 'firefox',
      executablePath: FIREFOX,
      extraPrefsFirefox: FIREFOX_SETTINGS,
      env: { ...process.env, ...env },
    }),
  );

/** Name of the property that holds an element's id in WebDriver's JSON. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
type ElementId = { [ELEMENT]: string };

const startWebKit = async (env: Record<string, string>): Promise<Engine> => {
  const home = mkdtempSync(join(tmpdir(), 'helix-webkit-'));
  const port = await findFreePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: {
      PATH: process.env.PATH,
      HOME: home,
      ...env,
      // The tests run as root, where its sandbox cannot start.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
    stdio: 'ignore',
  });
  const ask = async <T>(path: string, body?: unknown, method = body ? 'POST' : 'GET'): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { value } = (await answer.json()) as { value: T & { message?: string } };
    if (!answer.ok) throw new Error(`WebKit: ${value.message}`);
    return value;
  };
  await untilDone(() => ask('/status'), 'WebKit');
  const { sessionId } = await ask<{ sessionId: string }>('/session', {
    capabilities: {
      alwaysMatch: {
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: MINI_BROWSER, args: ['--automation'] },
        proxy: {
          proxyType: 'manual',
          httpProxy: NO_PROXY,
          sslProxy: NO_PROXY,
          noProxy: ['localhost', '127.0.0.1'],
        },
        timeouts: { script: WAIT_MS, pageLoad: WAIT_MS },
      },
    },
  });
  const session = `/session/${sessionId}`;
  const find = (xpath: string): Promise<string> =>
    untilDone(async () => {
      const found = await ask<ElementId>(`${session}/element`, { using: 'xpath', value: xpath });
      return `${session}/element/${found[ELEMENT]}`;
    }, xpath);
  const type = async (xpath: string, text: string): Promise<void> => {
    await ask(`${await find(xpath)}/value`, { text });
  };
  await ask(`${session}/window/rect`, { x: 0, y: 0, width: WIDTH, height: HEIGHT });
  return {
    open: (url) => ask(`${session}/url`, { url }),
    run: (work, ...args) =>
      ask(`${session}/execute/async`, {
        script: `const done = arguments[arguments.length - 1]; Promise.resolve((${work})(...[...arguments].slice(0, -1))).then(done)`,
        args,
      }),
    click: (xpath) => untilDone(async () => void (await ask(`${await find(xpath)}/click`, {})), xpath),
    type,
    choose: type,
    close: async () => {
      await ask(session, undefined, 'DELETE');
      await end(driver);
      rmSync(home, { recursive: true, force: true });
    },
  };
};

const starts: Record<EngineName, () => Promise<Engine>> = {
  Chromium: startChromium,
  Firefox: () => onScreen(startFirefox),
  WebKit: () => onScreen(startWebKit),
};

export function startEngine(name: EngineName): Promise<Engine> {
  return starts[name]();
}
