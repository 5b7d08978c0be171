// All browser flags. With them, Debian's Chromium is headless, muted, and unable to connect to other machines.
import { existsSync } from 'node:fs';

const candidates = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

export const chromiumPath: string =
  candidates.find((path) => path !== undefined && existsSync(path)) ?? '/usr/bin/chromium';

/** Host name of the tunnel. The browser resolves it to this machine, so no request leaves the machine. */
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

/** Only the last --disable-features flag counts, so Playwright's list is repeated here (test/repository/chromium.test.ts). */
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
 * Features that are useless in an invisible window: the address bar's pop-up, an extra page in each window, and processes
 * prepared for future pages. Without these features, opening a page takes less than half as long.
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
