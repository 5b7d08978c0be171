// PDFs for tests.
import { createHash } from 'node:crypto';

type Given = {
  /** One page for each text. */
  pages: readonly string[];
  /** More entries of the catalogue, such as `/OpenAction`. */
  catalogue?: string;
  /** More entries of each page. */
  page?: string;
  /** A password to open it with. */
  password?: string;
};

const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const padded = (password: string): Buffer => Buffer.concat([Buffer.from(password), PADDING]).subarray(0, 32);
const md5 = (...parts: Buffer[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest();

const rc4 = (key: Buffer, data: Buffer): Buffer => {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at);
  const swap = (i: number, j: number): void => {
    [state[i], state[j]] = [state[j] as number, state[i] as number];
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) % 256;
    swap(i, j);
  }
  let [i, j] = [0, 0];
  return data.map((byte) => {
    i = (i + 1) % 256;
    j = (j + (state[i] ?? 0)) % 256;
    swap(i, j);
    return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) % 256] ?? 0);
  }) as Buffer;
};

/** The standard security handler with a key of 40 bits. The content stays as it is, because the password is wrong anyway. */
const encryption = (password: string): string => {
  const rights = Buffer.from('fcffffff', 'hex');
  const id = Buffer.alloc(16, 1);
  const owner = rc4(md5(padded('owner')).subarray(0, 5), padded(password));
  const key = md5(padded(password), owner, rights, id).subarray(0, 5);
  const user = rc4(key, PADDING);
  const hex = (bytes: Buffer): string => `<${bytes.toString('hex')}>`;
  return `/Encrypt<</Filter/Standard/V 1/R 2/P -4/O ${hex(owner)}/U ${hex(user)}>>/ID[${hex(id)}${hex(id)}]`;
};

/** A PDF of pages of 200 x 300 points, each with a large text. */
export function makePdf({ pages, catalogue = '', page = '', password }: Given): Buffer {
  const objects: string[] = [
    `<</Type/Catalog/Pages 2 0 R${catalogue}>>`,
    `<</Type/Pages/Kids[${pages.map((_, at) => `${4 + at * 2} 0 R`).join(' ')}]/Count ${pages.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  for (const [at, text] of pages.entries()) {
    const drawn = `BT /F 40 Tf 20 140 Td (${text}) Tj ET`;
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 300]/Resources<</Font<</F 3 0 R>>>>/Contents ${5 + at * 2} 0 R${page}>>`,
      `<</Length ${drawn.length}>>\nstream\n${drawn}\nendstream`,
    );
  }
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(
    `${text}trailer<</Root 1 0 R/Size ${objects.length + 1}${password ? encryption(password) : ''}>>\nstartxref\n${start}\n%%EOF\n`,
    'latin1',
  );
}
