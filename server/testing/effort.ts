/** CPU milliseconds of this process, all threads together. Unlike elapsed time, this is the same on a busy machine. */
export async function effortOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
