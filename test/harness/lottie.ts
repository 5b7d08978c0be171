/** A Lottie animation of two seconds: a red square on the left that moves to the right. `more` replaces its parts. */
export function makeLottie(more: Record<string, unknown> = {}): string {
  const still = (k: unknown) => ({ a: 0, k });
  const move = [
    { t: 0, s: [50, 50, 0], i: { x: 1, y: 1 }, o: { x: 0, y: 0 } },
    { t: 60, s: [150, 50, 0] },
  ];
  const square = [
    { ty: 'rc', d: 1, s: still([60, 60]), p: still([0, 0]), r: still(0) },
    { ty: 'fl', c: still([1, 0, 0, 1]), o: still(100), r: 1 },
    { ty: 'tr', p: still([0, 0]), a: still([0, 0]), s: still([100, 100]), r: still(0), o: still(100) },
  ];
  const place = { o: still(100), r: still(0), p: { a: 1, k: move }, a: still([0, 0, 0]), s: still([100, 100, 100]) };
  const layer = { ddd: 0, ind: 1, ty: 4, nm: 'Square', sr: 1, ks: place, ao: 0, ip: 0, op: 60, st: 0, bm: 0 };
  return JSON.stringify({
    ...{ v: '5.7.4', fr: 30, ip: 0, op: 60, w: 200, h: 100, nm: 'Square', ddd: 0, assets: [] },
    layers: [{ ...layer, shapes: [{ ty: 'gr', it: square, nm: 'Square', np: 2 }] }],
    ...more,
  });
}
