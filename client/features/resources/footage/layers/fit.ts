// How an asset fits footage: rate, size and length. No DOM.

export type FitSide = {
  /** Pixels. */
  width: number;
  height: number;
  /** Frames per second; null if unknown, and for what doesn't move. */
  rate: number | null;
  /** Null for what doesn't move. */
  seconds: number | null;
};

/** One line about the fit, and whether it is as one would want it. */
export type FitFact = { isGood: boolean; text: string };

/** Rates such as 23.976 are rounded in some files. */
const SAME_RATE = 0.005;
const SAME_SHAPE = 0.01;

const short = (value: number, places: number): string => String(Number(value.toFixed(places)));

const rateFact = (asset: FitSide, footage: FitSide): FitFact | null => {
  if (asset.rate === null || footage.seconds === null) return null;
  const name = `${short(asset.rate, 3)} fps`;
  if (footage.rate === null) return { isGood: false, text: `${name}, the rate of your clip isn’t known` };
  if (Math.abs(asset.rate - footage.rate) < SAME_RATE) return { isGood: true, text: `${name}, same as your clip` };
  return { isGood: false, text: `${name}, your clip has ${short(footage.rate, 3)}` };
};

const sizeFact = (asset: FitSide, footage: FitSide): FitFact => {
  const name = `${asset.width}x${asset.height}`;
  const scale = Math.min(footage.width / asset.width, footage.height / asset.height);
  if (asset.width === footage.width && asset.height === footage.height)
    return { isGood: true, text: `${name}, no scaling` };
  const [shape, wanted] = [asset.width / asset.height, footage.width / footage.height];
  if (Math.abs(shape / wanted - 1) > SAME_SHAPE)
    return { isGood: false, text: `${name}, another shape than yours (${footage.width}x${footage.height})` };
  const percent = `${Math.round(scale * 100)} %`;
  return scale > 1
    ? { isGood: false, text: `${name}, enlarged to ${percent}` }
    : { isGood: true, text: `${name}, reduced to ${percent}` };
};

const lengthFact = (asset: FitSide, footage: FitSide): FitFact | null => {
  if (asset.seconds === null || footage.seconds === null) return null;
  const over = asset.seconds - footage.seconds;
  if (Math.abs(over) <= 1 / (footage.rate ?? 24)) return { isGood: true, text: 'As long as your clip' };
  const by = `${short(Math.abs(over), Math.abs(over) < 10 ? 1 : 0)} s`;
  return over > 0
    ? { isGood: true, text: `Ends ${by} after your clip` }
    : { isGood: false, text: `Ends ${by} before your clip` };
};

/** What an editor wants to know before using an asset with their footage, both from their beginning. */
export function fitOf(asset: FitSide, footage: FitSide): FitFact[] {
  return [rateFact(asset, footage), sizeFact(asset, footage), lengthFact(asset, footage)].filter(
    (fact) => fact !== null,
  );
}
