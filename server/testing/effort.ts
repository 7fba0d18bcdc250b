/**
 * How many milliseconds of a processor something takes in this process, all of its threads together. Unlike the time that goes
 * by, that says the same on a machine which is busy with other things.
 */
export async function effortOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
