/** Reads uploaded fonts and draws text with them, as pictures without outlines. Runs in a child process: see image-reader.ts. */

import { Blob, Face, Font, shape, Buffer as Text } from 'harfbuzzjs';
import sharp from 'sharp';
import { MAX_FONT_BYTES } from './file-kind.ts';
import { ImageRefused } from './image-refused.ts';
import type { PictureSize } from './images.ts';

/** Pixels per em at most: letters as large as this are of little use to trace. */
const MAX_EM = 64;
/** Characters of SVG paths for one picture. Ornate fonts need 100,000 for a specimen. */
const MAX_OUTLINE = 4_000_000;
const WIDTH = 1280;
const PADDING = 32;
/** Distance between lines, in em. */
const LINE = 1.4;
/** Height of the first baseline, in em. */
const ASCENT = 1.05;

/** Letters by which a script counts as covered, and a line that shows them. */
const SCRIPTS: readonly [name: string, letters: string, sample: string][] = [
  ['Latin', 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', 'The quick brown fox jumps over the lazy dog'],
  ['Cyrillic', 'абвгдежзиклмнопрстуфхцчшщъыьэюя', 'Съешь ещё этих мягких французских булок'],
  ['Greek', 'αβγδεζηθικλμνξοπρστυφχψω', 'Ξεσκεπάζω την ψυχοφθόρα βδελυγμία'],
  ['Arabic', 'ابتثجحخدذرزسشصضطظعغفقكلمنهوي', 'نص حكيم له سر قاطع وذو شأن عظيم'],
  ['Hebrew', 'אבגדהוזחטיכלמנסעפצקרשת', 'דג סקרן שט בים מאוכזב'],
  ['Devanagari', 'अआइईउऊएऐओऔकखगघचछजझटठडढतथदधन', 'ऋषियों को सताने वाले दुष्ट राक्षसों'],
  ['Thai', 'กขคงจฉชซญดตถทธนบปผพฟภมยรลวสหอ', 'เป็นมนุษย์สุดประเสริฐเลิศคุณค่า'],
  ['Japanese', 'あいうえおかきくけこアイウエオカキクケコ', 'いろはにほへと チリヌルヲ'],
  ['Korean', '가나다라마바사아자차카타파하', '키스의 고유조건은 입술끼리'],
  ['Chinese', '的一是不了人我在有他这中大来上国', '天地玄黄 宇宙洪荒 日月盈昃'],
];

/** Facts as told by the font itself. */
export type FontFacts = {
  family: string;
  /** Such as `Bold Italic`. */
  style: string;
  /** 1 to 1000; 400 is regular. */
  weight: number;
  glyphs: number;
  scripts: string[];
  isVariable: boolean;
  /** What the font's own licence bits (fsType) allow documents to do with it. */
  embedding: 'installable' | 'editable' | 'preview' | 'restricted';
};

export type FontView = {
  facts: FontFacts;
  width: number;
  height: number;
  /** The specimen as WebP: black on transparency. */
  body: Buffer;
  /** Two letters as WebP: black on white. */
  small: Buffer;
};

type OpenFont = { font: Font; face: Face; characters: ReadonlySet<number> };

/** @throws ImageRefused if the bytes are not a font with glyphs */
export function openFont(bytes: Uint8Array): OpenFont {
  if (bytes.length > MAX_FONT_BYTES) throw new ImageRefused('pixels');
  const face = new Face(new Blob(bytes), 0);
  const characters = new Set(face.collectUnicodes());
  if (characters.size === 0 || readNumber(face, 'maxp', 4) === 0) throw new ImageRefused('damaged');
  return { face, font: new Font(face), characters };
}

/** Draws the specimen of a font. @throws ImageRefused */
export async function makeFontView(bytes: Uint8Array, em: number, small: PictureSize): Promise<FontView> {
  const open = openFont(bytes);
  const facts = describeFont(open);
  const specimen = await drawLines(open, linesOf(open, facts), em);
  const letters =
    facts.scripts.includes('Latin') || facts.scripts.length === 0 ? 'Aa' : (sampleOf(facts)?.slice(0, 2) ?? 'Aa');
  // A large picture has room for the specimen.
  const { body } = small.height > 2 * MAX_EM ? specimen : await drawLines(open, [letters], MAX_EM);
  const margin = Math.round(small.width / 11);
  const inside = { width: small.width - margin, height: small.height - margin, fit: 'inside' } as const;
  const mark = await sharp(body).trim({ background: '#0000', threshold: 1 }).resize(inside).toBuffer();
  const square = sharp({ create: { ...small, channels: 3, background: '#fff' } });
  return {
    facts,
    ...specimen,
    small: await square
      .composite([{ input: mark }])
      .webp()
      .toBuffer(),
  };
}

const sampleOf = ({ scripts }: FontFacts): string | undefined => SCRIPTS.find(([name]) => name === scripts[0])?.[2];

const linesOf = ({ characters }: OpenFont, { family, scripts }: FontFacts): string[] => {
  const has = (text: string): boolean =>
    [...text].every((letter) => letter === ' ' || characters.has(letter.codePointAt(0) ?? 0));
  const samples = SCRIPTS.filter(([name]) => scripts.includes(name)).map(([, , sample]) => sample);
  const lines = [
    family,
    ...samples.slice(0, 3),
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    'abcdefghijklmnopqrstuvwxyz',
    '0123456789 &?!€',
  ];
  const shown = lines.filter((line) => line !== '' && has(line));
  // Symbols: whatever there is.
  return shown.length > 0
    ? shown
    : [
        [...characters]
          .filter((code) => code > 32)
          .slice(0, 24)
          .map((code) => String.fromCodePoint(code))
          .join(''),
      ];
};

/**
 * Draws text as WebP, black on transparency, with `em` pixels per em or fewer where a line would be too wide. Words wrap.
 * @throws ImageRefused if nothing is visible, or if the outlines are too large
 */
export async function drawLines(
  open: OpenFont,
  texts: readonly string[],
  em: number,
): Promise<{ width: number; height: number; body: Buffer }> {
  const { face, font } = open;
  const size = Math.min(em, MAX_EM);
  const room = ((WIDTH - 2 * PADDING) / size) * face.upem;
  const lines = texts
    .flatMap((text) => wrap(text, (part) => shaped(font, part).width <= room))
    .map((text) => shaped(font, text));
  const widest = Math.max(1, ...lines.map(({ width }) => width));
  const scale = Math.min(size, (room / widest) * size) / face.upem;
  const height = Math.ceil(2 * PADDING + size * (ASCENT + 0.35 + LINE * (lines.length - 1)));
  let length = 0;
  const paths = lines.map(({ glyphs }, row) => {
    const y = PADDING + size * (ASCENT + LINE * row);
    let x = PADDING / scale;
    return glyphs
      .map(({ glyph, dx, dy, advance }) => {
        const path = font.glyphToPath(glyph);
        length += path.length;
        if (length > MAX_OUTLINE) throw new ImageRefused('pixels');
        const place = `matrix(${scale} 0 0 ${-scale} ${(x + dx) * scale} ${y - dy * scale})`;
        x += advance;
        return path && `<path d="${path}" transform="${place}"/>`;
      })
      .join('');
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}">${paths.join('')}</svg>`;
  const picture = sharp(Buffer.from(svg), { unlimited: true });
  const drawn = await picture.raw().toBuffer({ resolveWithObject: true });
  if (drawn.data.every((level) => level === 0)) throw new ImageRefused('damaged');
  const body = await sharp(drawn.data, { raw: drawn.info })
    .webp({ quality: 70, alphaQuality: 90, effort: 2 })
    .toBuffer();
  return { width: WIDTH, height, body };
}

/** Lines of whole words that fit; a word that is too wide has its own line. */
const wrap = (text: string, fits: (part: string) => boolean): string[] => {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && fits(`${last} ${word}`)) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
};

const shaped = (font: Font, text: string) => {
  const buffer = new Text();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  shape(font, buffer);
  const glyphs = buffer.getGlyphInfosAndPositions().map(({ codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 }) => ({
    glyph: codepoint,
    dx: xOffset,
    dy: yOffset,
    advance: Math.max(0, xAdvance),
  }));
  return { glyphs, width: glyphs.reduce((sum, { advance }) => sum + advance, 0) };
};

const describeFont = ({ face, characters }: OpenFont): FontFacts => {
  const names = face.listNames();
  const nameOf = (...ids: number[]): string => {
    const found = ids.flatMap(
      (id) =>
        names.find(({ nameId, language }) => nameId === id && language === 'en') ??
        names.find(({ nameId }) => nameId === id) ??
        [],
    )[0];
    const text = found ? face.getName(found.nameId, found.language) : '';
    return text
      .replace(/[\p{Cc}\p{Cf}]/gu, '')
      .trim()
      .slice(0, 80);
  };
  const fsType = readNumber(face, 'OS/2', 8);
  const weight = readNumber(face, 'OS/2', 4) || 400;
  return {
    family: nameOf(16, 1),
    style: nameOf(17, 2),
    weight: Math.min(1000, weight),
    glyphs: readNumber(face, 'maxp', 4),
    scripts: SCRIPTS.filter(([, letters]) =>
      [...letters].every((letter) => characters.has(letter.codePointAt(0) ?? 0)),
    ).map(([name]) => name),
    isVariable: Object.keys(face.getAxisInfos()).length > 0,
    embedding: fsType & 8 ? 'editable' : fsType & 4 ? 'preview' : fsType & 2 ? 'restricted' : 'installable',
  };
};

/** A 16-bit number in a table; 0 if it is not there. */
const readNumber = (face: Face, table: string, at: number): number => {
  const bytes = face.referenceTable(table);
  return bytes && bytes.length >= at + 2 ? ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0) : 0;
};
