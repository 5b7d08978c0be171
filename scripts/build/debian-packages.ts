// Debian packages that some tests use. Nothing is installed here.
import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const programs: Record<string, string> = {
  bubblewrap: 'bwrap',
  chromium: 'chromium',
  ffmpeg: 'ffmpeg',
  'nginx-light': 'nginx',
  unzip: 'unzip',
  '7zip': '7zz',
  'poppler-utils': 'pdftoppm',
  python3: 'python3',
  'openssh-server': 'sshd',
  'redis-server': 'redis-server',
  'swift-proxy': 'swift-proxy-server',
  'swift-account': 'swift-account-server',
  'swift-container': 'swift-container-server',
  'swift-object': 'swift-object-server',
  strace: 'strace',
  faketime: 'faketime',
  systemd: 'systemd-analyze',
  'firefox-esr': 'firefox-esr',
  'webkit2gtk-driver': 'WebKitWebDriver',
  xvfb: 'Xvfb',
};

/** Libraries with which Firefox and WebKit draw and play. */
const libraries: Record<string, string> = {
  'gstreamer1.0-libav': 'gstreamer-1.0/libgstlibav.so',
  'gstreamer1.0-plugins-bad': 'gstreamer-1.0/libgstvideoparsersbad.so',
  'libgl1-mesa-dri': 'dri/swrast_dri.so',
};

const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** Packages that are missing on this machine. */
export function missingPackages(): string[] {
  const isProgram = (program: string): boolean => folders.some((folder) => existsSync(join(folder, program)));
  const isLibrary = (library: string): boolean => globSync(`/usr/lib/*/${library}`).length > 0;
  return [
    ...Object.entries(programs).filter(([, program]) => !isProgram(program)),
    ...Object.entries(libraries).filter(([, library]) => !isLibrary(library)),
  ].map(([name]) => name);
}
