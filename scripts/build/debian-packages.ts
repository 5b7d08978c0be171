// Debian programs that some tests use, and the packages that contain them. Nothing is installed here.
import { existsSync } from 'node:fs';
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
};

const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** Packages whose programs are missing on this machine. */
export function missingPackages(): string[] {
  return Object.entries(programs)
    .filter(([, program]) => !folders.some((folder) => existsSync(join(folder, program))))
    .map(([name]) => name);
}
