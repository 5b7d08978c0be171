/**
 * Fast Fourier transform (radix 2) of `size` samples from `start`, faded in and out, to the levels of the lower frequencies. The
 * levels are valid until the next call.
 * @param size a power of two
 */
export function createSpectrum(size: number): (samples: Float32Array | Float64Array, start: number) => Float64Array {
  const bits = Math.log2(size);
  const order = new Uint32Array(size);
  const [shape, cosines, sines] = [new Float64Array(size), new Float64Array(size), new Float64Array(size)];
  for (let at = 0; at < size; at++) {
    for (let bit = 0; bit < bits; bit++) order[at] = (order[at] as number) | (((at >> bit) & 1) << (bits - 1 - bit));
    const turn = (2 * Math.PI * at) / size;
    shape[at] = 0.5 - 0.5 * Math.cos(turn);
    cosines[at] = Math.cos(turn);
    sines[at] = -Math.sin(turn);
  }
  const [real, imaginary, levels] = [new Float64Array(size), new Float64Array(size), new Float64Array(size / 2)];
  return (samples, start) => {
    for (let at = 0; at < size; at++) {
      const from = order[at] as number;
      real[at] = (shape[from] as number) * (samples[start + from] as number);
    }
    imaginary.fill(0);
    for (let half = 1; half < size; half *= 2) {
      const stride = size / (half * 2);
      for (let first = 0; first < size; first += half * 2) {
        for (let at = 0; at < half; at++) {
          const low = first + at;
          const high = low + half;
          const cosine = cosines[at * stride] as number;
          const sine = sines[at * stride] as number;
          const x = (real[high] as number) * cosine - (imaginary[high] as number) * sine;
          const y = (real[high] as number) * sine + (imaginary[high] as number) * cosine;
          real[high] = (real[low] as number) - x;
          imaginary[high] = (imaginary[low] as number) - y;
          real[low] = (real[low] as number) + x;
          imaginary[low] = (imaginary[low] as number) + y;
        }
      }
    }
    for (let bin = 0; bin < size / 2; bin++) {
      const [x, y] = [real[bin] as number, imaginary[bin] as number];
      levels[bin] = Math.sqrt(x * x + y * y) / size;
    }
    return levels;
  };
}
