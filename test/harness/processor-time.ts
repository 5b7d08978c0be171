// Processor time of this process. Unlike the time on the clock, it doesn't grow while other programs have the processors.
const milliseconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Processor time in milliseconds that some work takes, including what else runs in this process. */
export async function processorMs(work: () => unknown): Promise<number> {
  const begun = milliseconds();
  await work();
  return milliseconds() - begun;
}
