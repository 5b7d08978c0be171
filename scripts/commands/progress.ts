// Prints the progress of long commands every few seconds, even if the output is not a terminal.
import type { Progress } from '#server/operations/storage-migration/move.ts';

const EVERY_MS = 5000;
const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** Formats a size in powers of 1000, such as `1.5 GB`. */
export function sizeOf(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${UNITS[power]}`;
}

const minutesOf = (seconds: number): string => {
  if (seconds < 90) return `${Math.ceil(seconds)} seconds`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} minutes` : `${(seconds / 3600).toFixed(1)} hours`;
};

const leftOf = (seconds: number): string => `, about ${minutesOf(seconds)} left`;

/** Prints a line every few seconds until `end`, which prints it once more. Prints nothing before there is progress. */
function tellRegularly(say: (line: string) => void, line: () => string | null): { end(): void } {
  const tell = (): void => {
    const told = line();
    if (told !== null) say(told);
  };
  const timer = setInterval(tell, EVERY_MS);
  return {
    end() {
      clearInterval(timer);
      tell();
    },
  };
}

/** Progress of storage:move. */
export function showProgress(say: (line: string) => void) {
  const startedAt = performance.now();
  let latest: Progress | null = null;
  const { end } = tellRegularly(say, () => {
    if (!latest) return null;
    const { files, allFiles, bytes, allBytes, sentBytes } = latest;
    const seconds = (performance.now() - startedAt) / 1000;
    // Files moved by an earlier run do not count towards the speed of this one.
    const rate = sentBytes / seconds;
    const left = rate > 0 && bytes < allBytes ? leftOf((allBytes - bytes) / rate) : '';
    return `${files} of ${allFiles} files, ${sizeOf(bytes)} of ${sizeOf(allBytes)}, ${sizeOf(rate)}/s${left}`;
  });
  return {
    show(progress: Progress): void {
      latest = progress;
    },
    end,
  };
}

/** Progress of a command that works on one file after the other. */
export function showCount(say: (line: string) => void, total: number) {
  const startedAt = performance.now();
  let done = 0;
  const { end } = tellRegularly(say, () => {
    const secondsEach = (performance.now() - startedAt) / 1000 / done;
    return `${done} of ${total} files${done > 0 && done < total ? leftOf(secondsEach * (total - done)) : ''}`;
  });
  return {
    add(): void {
      done += 1;
    },
    end,
  };
}
