// All browser flags in one place: Debian's Chromium, headless, silent, and unable to connect beyond this machine.
import { existsSync } from 'node:fs';

const candidates = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

export const chromiumPath: string =
  candidates.find((path) => path !== undefined && existsSync(path)) ?? '/usr/bin/chromium';

/** Host of a tunnel, which the browser resolves to this machine, so that nothing leaves it. */
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

/** Only the last --disable-features counts, so Playwright's list is repeated here (test/repository/chromium.test.ts). */
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
 * Features that are useless in a window nobody sees: the address bar's pop-up, an extra page in each window, and processes
 * prepared for future pages. They took more than half the time of opening a page.
 */
const UNSEEN = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
  'MultipleSpareRPHs',
];

/** Flags for a browser launched by Playwright. */
export const playwrightFlags: string[] = [
  ...chromiumFlags,
  `--disable-features=${[...PLAYWRIGHT_TURNS_OFF, ...UNSEEN].join(',')}`,
];
