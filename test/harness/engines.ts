// Firefox and WebKit (Debian's packages) as real browsers, driven by the standard protocols that they speak themselves: WebDriver
// BiDi and WebDriver. Playwright drives only its own builds of them. Chromium is driven by Playwright.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export type Engine = {
  /** Opens an address and waits until the page has loaded. */
  open(url: string): Promise<void>;
  /** Calls a function in the page with a value that JSON can hold, and awaits its result. */
  evaluate<Given, Result>(run: (given: Given) => Result | Promise<Result>, given: Given): Promise<Result>;
  end(): Promise<void>;
};

const SCREEN = '/usr/bin/Xvfb';
const PROGRAMS = {
  // Without a screen, Firefox has no WebGL on a machine without a graphics card.
  firefox: ['/usr/bin/firefox-esr', SCREEN],
  webkit: ['/usr/bin/WebKitWebDriver', '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser', SCREEN],
} as const;
export type EngineName = keyof typeof PROGRAMS;

/** The programs that an engine needs and this machine does not have. */
export function missingFor(name: EngineName): string[] {
  return PROGRAMS[name].filter((path) => !existsSync(path));
}

/** Starts a browser with a profile of its own. */
export async function startEngine(name: EngineName): Promise<Engine> {
  return name === 'firefox' ? await startFirefox() : await startWebkit();
}

const START_MS = 30_000;

/** JavaScript that calls the function and resolves with JSON. */
const scriptOf = (run: (given: never) => unknown, given: unknown): string =>
  `(async () => JSON.stringify((await (${run})(${JSON.stringify(given)})) ?? null))()`;

const endOf = async (children: ChildProcess[], folder: string): Promise<void> => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
};

/** A screen in memory, and the environment for programs that draw on it by software. */
const startScreen = async (folder: string): Promise<{ screen: ChildProcess; environment: NodeJS.ProcessEnv }> => {
  const environment = {
    ...process.env,
    ...{ HOME: folder, XDG_RUNTIME_DIR: folder, LIBGL_ALWAYS_SOFTWARE: '1', GSETTINGS_BACKEND: 'memory' },
    // Root has no sandbox.
    ...{ MOZ_DISABLE_CONTENT_SANDBOX: '1', WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
  };
  const screen = spawn(SCREEN, ['-displayfd', '3', '-screen', '0', '1440x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    env: environment,
  });
  const display = await new Promise<string>((resolve, reject) => {
    screen.stdio[3]?.once('data', (chunk: Buffer) => resolve(`:${chunk.toString().trim()}`));
    screen.once('exit', () => reject(new Error('Xvfb ended')));
  });
  return { screen, environment: { ...environment, DISPLAY: display } };
};

/** No start page, updates or reports. Sound and video play as after a click. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.getAddons.cache.enabled': false,
  'extensions.systemAddon.update.enabled': false,
  'extensions.update.enabled': false,
  'media.autoplay.default': 0,
  'media.gmp-manager.updateEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.dns.disabled': true,
  'services.settings.server': 'http://127.0.0.1:9',
  'toolkit.telemetry.enabled': false,
  'webgl.force-enabled': true,
};

async function startFirefox(): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'helix-firefox-'));
  const lines = Object.entries(PREFERENCES).map(([key, value]) => `user_pref('${key}', ${JSON.stringify(value)});`);
  writeFileSync(join(folder, 'user.js'), lines.join('\n'));
  const { screen, environment } = await startScreen(folder);
  const browser = spawn(PROGRAMS.firefox[0], ['--no-remote', '--profile', folder, '--remote-debugging-port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: environment,
  });
  const end = () => endOf([browser, screen], folder);
  try {
    const socket = new WebSocket(`${await socketOf(browser)}/session`);
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = reject;
    });
    const waiting = new Map<number, (reply: BidiReply) => void>();
    socket.onmessage = ({ data }) => {
      const reply = JSON.parse(data) as BidiReply;
      waiting.get(reply.id)?.(reply);
      waiting.delete(reply.id);
    };
    let last = 0;
    const ask = async (method: string, params: object): Promise<Record<string, unknown>> => {
      last += 1;
      const id = last;
      const reply = await new Promise<BidiReply>((resolve) => {
        waiting.set(id, resolve);
        socket.send(JSON.stringify({ id, method, params }));
      });
      if (reply.error) throw new Error(`${method}: ${reply.message}`);
      return reply.result ?? {};
    };
    await ask('session.new', { capabilities: {} });
    const { context } = await ask('browsingContext.create', { type: 'tab' });
    await ask('browsingContext.setViewport', { context, viewport: { width: 1440, height: 900 } });
    return {
      open: async (url) => void (await ask('browsingContext.navigate', { context, url, wait: 'complete' })),
      evaluate: async (run, given) => {
        const target = { context };
        const reply = await ask('script.evaluate', {
          ...{ expression: scriptOf(run, given), target, awaitPromise: true, userActivation: true },
        });
        const { type, result, exceptionDetails } = reply as unknown as BidiEvaluated;
        if (type !== 'success') throw new Error(exceptionDetails?.text ?? type);
        return JSON.parse(result.value);
      },
      end: async () => {
        socket.close();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

type BidiReply = { id: number; result?: Record<string, unknown>; error?: string; message?: string };
type BidiEvaluated = { type: string; result: { value: string }; exceptionDetails?: { text: string } };

/** Firefox prints the address once it listens. */
const socketOf = (browser: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = '';
    browser.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const address = /listening on (ws:\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    });
    browser.once('exit', () => reject(new Error(`Firefox ended: ${output.slice(-2000)}`)));
    setTimeout(() => reject(new Error(`Firefox does not listen: ${output.slice(-2000)}`)), START_MS).unref();
  });

async function startWebkit(): Promise<Engine> {
  const [driverPath, binary] = PROGRAMS.webkit;
  const folder = mkdtempSync(join(tmpdir(), 'helix-webkit-'));
  const port = await freePort();
  const { screen, environment } = await startScreen(folder);
  const driver = spawn(driverPath, [`--port=${port}`], { stdio: 'ignore', env: environment });
  const end = () => endOf([driver, screen], folder);
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const reply = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const { value } = (await reply.json()) as { value: { message?: string } };
    if (!reply.ok) throw new Error(`${path}: ${value.message}`);
    return value;
  };
  try {
    await untilListening(port);
    const options = { binary, args: ['--automation', '--autoplay-policy=allow', '--geometry=1440x900'] };
    const { sessionId } = (await ask('POST', '', {
      capabilities: { alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options } },
    })) as { sessionId: string };
    await ask('POST', `/${sessionId}/timeouts`, { script: 60_000, pageLoad: 60_000 });
    return {
      open: async (url) => void (await ask('POST', `/${sessionId}/url`, { url })),
      evaluate: async (run, given) => {
        const script = `const done = arguments[0];
          ${scriptOf(run, given)}.then((value) => done({ value }), (error) => done({ error: String(error) }))`;
        const reply = await ask('POST', `/${sessionId}/execute/async`, { script, args: [] });
        const { value, error } = reply as { value: string; error?: string };
        if (error) throw new Error(error);
        return JSON.parse(value);
      },
      end: async () => {
        await ask('DELETE', `/${sessionId}`).catch(() => null);
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

const untilListening = async (port: number): Promise<void> => {
  const last = performance.now() + START_MS;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/status`).catch(() => null);
    if (answer?.ok) return;
    if (performance.now() > last) throw new Error('WebKitWebDriver does not listen');
    await sleep(100);
  }
};
