// Types for the font subsetter, which is published without types. They only cover what the build uses.
declare module 'subset-font' {
  type Range = { min: number; max: number };
  const subsetFont: (
    font: Buffer,
    text: string,
    options: { targetFormat: 'woff2'; variationAxes: Record<string, number | Range>; keepFeatures: string[] },
  ) => Promise<Buffer>;
  export = subsetFont;
}
