/** In CPU milliseconds of all threads. Unlike elapsed time, this does not depend on how busy the machine is. */
export async function effortOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
