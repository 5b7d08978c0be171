// The same few steps in three browser engines: Chromium and Firefox through Puppeteer, WebKit through WebDriver. Elements are
// named by XPath, which all three understand. No engine can connect to other machines.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, globSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import puppeteer, { type Browser, type ElementHandle, type LaunchOptions } from 'puppeteer-core';
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
/** How long an X server or a driver may take to start, and a program to end before it's killed. */
const START_MS = 20_000;
const END_MS = 5_000;
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
const untilDone = async <T>(step: () => Promise<T | null>, what: string, limitMs = WAIT_MS): Promise<T> => {
  let last: unknown = new Error(`Not found: ${what}`);
  for (const end = Date.now() + limitMs; Date.now() < end; await sleep(POLL_MS)) {
    try {
      const result = await step();
      if (result !== null) return result;
    } catch (error) {
      last = error;
    }
  }
  throw last;
};

/** Result of a step, or a failure that names the step, if it takes longer. */
const within = async <T>(limitMs: number, what: string, step: Promise<T>): Promise<T> => {
  const waiting = new AbortController();
  const late = sleep(limitMs, undefined, { signal: waiting.signal }).then(() => {
    throw new Error(`Not within ${limitMs / 1000} s: ${what}`);
  });
  try {
    return await Promise.race([step, late]);
  } finally {
    waiting.abort();
    late.catch(() => {});
  }
};

const hasEnded = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid === undefined || exitCode !== null || signalCode !== null;

/** Ends a program that leads a process group (`detached`), and everything that it started. */
const endGroup = async (child: ChildProcess): Promise<void> => {
  const signal = (name: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name);
    } catch {
      // Nothing is left of the group.
    }
  };
  const ended = hasEnded(child) ? Promise.resolve() : new Promise((done) => child.once('exit', done));
  signal('SIGTERM');
  await within(END_MS, 'the end of a program', ended).catch(() => {});
  // Also for programs that outlive their leader.
  signal('SIGKILL');
  await ended;
};

/** Starts an engine with an X server of its own. Without one, Firefox and WebKit have no WebGL. */
const onScreen = async (start: (env: Record<string, string>) => Promise<Engine>): Promise<Engine> => {
  const size = `${WIDTH}x${HEIGHT}x24`;
  // Without the last option, it starts over and refuses connections whenever the last of its programs has disconnected.
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp', '-noreset'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  try {
    const number = new Promise<string>((done, failed) => {
      screen.once('error', failed);
      screen.once('exit', (code, signal) => failed(new Error(`Xvfb ended: ${code ?? signal}`)));
      screen.stdio[3]?.once('data', (data) => done(String(data).trim()));
    });
    const DISPLAY = `:${await within(START_MS, 'the start of Xvfb', number)}`;
    const engine = await start({ DISPLAY, LIBGL_ALWAYS_SOFTWARE: '1' });
    const close = async (): Promise<void> => {
      try {
        await engine.close();
      } finally {
        await endGroup(screen);
      }
    };
    return { ...engine, close };
  } catch (error) {
    await endGroup(screen);
    throw error;
  }
};

/**
 * Starts a browser, and once more from the beginning if it hangs or fails: browsers do that now and then on a busy machine. WebKit's
 * driver, for one, names the browser a port that another program may take before the browser does.
 */
const startTwice = async (start: () => Promise<Engine>): Promise<Engine> => {
  try {
    return await start();
  } catch (first) {
    process.stderr.write(`A browser is started again: ${first}\n`);
    return await start();
  }
};

const withPuppeteer = async (browser: Browser): Promise<Engine> => {
  const page = await browser.newPage();
  page.setDefaultNavigationTimeout(WAIT_MS);
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

/** Starts a browser and its first page. Puppeteer ends a browser that doesn't start in time. */
const launch = async (options: LaunchOptions): Promise<Engine> => {
  const browser = await puppeteer.launch({ ...options, timeout: WAIT_MS, protocolTimeout: WAIT_MS });
  try {
    return await withPuppeteer(browser);
  } catch (error) {
    browser.process()?.kill('SIGKILL');
    throw error;
  }
};

const startChromium = (): Promise<Engine> => launch({ executablePath: chromiumPath, args: chromiumFlags });

const startFirefox = (env: Record<string, string>): Promise<Engine> =>
  launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    extraPrefsFirefox: FIREFOX_SETTINGS,
    env: { ...process.env, ...env },
  });

/** Name of the property that holds an element's id in WebDriver's JSON. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
type ElementId = { [ELEMENT]: string };

/** A WebKit that its driver has not started yet, and what ends both. */
const startDriver = async (env: Record<string, string>) => {
  const home = mkdtempSync(join(tmpdir(), 'helix-webkit-'));
  const port = await findFreePort();
  const log = join(home, 'driver.log');
  const output = openSync(log, 'w');
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    detached: true,
    env: {
      PATH: process.env.PATH,
      TMPDIR: tmpdir(),
      HOME: home,
      ...env,
      // The browser needs none of the desktop's services, and would wait for those that don't answer.
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      GTK_A11Y: 'none',
      GTK_USE_PORTAL: '0',
      NO_AT_BRIDGE: '1',
      // The tests run as root, where its sandbox cannot start.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  driver.once('error', () => {});
  const ask = async <T>(path: string, body?: unknown, method = body ? 'POST' : 'GET'): Promise<T> => {
    const step = `${method} ${path}`;
    const request = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        // A step of the page has its own limit, which is shorter.
        signal: AbortSignal.timeout(WAIT_MS + START_MS),
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const { value } = (await answer.json()) as { value: T & { message?: string } };
      return { isOk: answer.ok, value };
    };
    const { isOk, value } = await request().catch((error: unknown) => {
      throw new Error(`WebKit did not answer ${step}: ${error}`, { cause: error });
    });
    if (!isOk) throw new Error(`WebKit refused ${step}: ${value.message}`);
    return value;
  };
  const end = async (): Promise<void> => {
    await endGroup(driver);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  return { ask, end, output: () => readFileSync(log, 'utf8').slice(-2000) };
};

const startWebKit = async (env: Record<string, string>): Promise<Engine> => {
  const driver = await startDriver(env);
  try {
    return await withWebDriver(driver);
  } catch (error) {
    const output = driver.output();
    await driver.end();
    throw new Error(`${error instanceof Error ? error.message : error}\n${output}`, { cause: error });
  }
};

const withWebDriver = async ({ ask, end }: Awaited<ReturnType<typeof startDriver>>): Promise<Engine> => {
  const answered = untilDone(() => ask('/status'), 'the driver of WebKit', START_MS);
  await within(START_MS, 'the start of WebKitWebDriver', answered);
  const started = ask<{ sessionId: string }>('/session', {
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
  const { sessionId } = await within(WAIT_MS, 'the start of MiniBrowser, POST /session', started);
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
      try {
        await ask(session, undefined, 'DELETE');
      } finally {
        await end();
      }
    },
  };
};

const starts: Record<EngineName, () => Promise<Engine>> = {
  Chromium: startChromium,
  Firefox: () => onScreen(startFirefox),
  WebKit: () => onScreen(startWebKit),
};

export function startEngine(name: EngineName): Promise<Engine> {
  return startTwice(starts[name]);
}
