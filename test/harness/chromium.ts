// The one place of the browser's flags: Debian's Chromium, headless, silent, and unable to leave this machine.
import { existsSync } from 'node:fs';

const candidates = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

export const chromiumPath: string =
  candidates.find((path) => path !== undefined && existsSync(path)) ?? '/usr/bin/chromium';

/** The far end of a tunnel, which the browser takes for this machine: nothing leaves it. */
export const TUNNEL_HOST = 'helix-journey.ngrok.io';

export const chromiumFlags: string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--host-resolver-rules=MAP ${TUNNEL_HOST} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost`,
];

/** The last switch of a name counts alone, so what Playwright turns off stands here again (test/repository/chromium.test.ts). */
const PLAYWRIGHT_TURNS_OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/**
 * What a window that nobody sees has no use for: the pop-up of the address bar, a page of its own in each window, and
 * processes kept for pages to come. They took more than half of what opening a page costs.
 */
const UNSEEN = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
  'MultipleSpareRPHs',
];

/** For a browser that Playwright starts. */
export const playwrightFlags: string[] = [
  ...chromiumFlags,
  `--disable-features=${[...PLAYWRIGHT_TURNS_OFF, ...UNSEEN].join(',')}`,
];
