import { Agent, get } from 'node:http';
import { withClient } from './database.ts';
import { median, quantile, type Answers, type Job } from './jobs.ts';

/**
 * Reads answers and discards them. autocannon would make a string of each, which for long lists takes longer than
 * serving them.
 */
export async function read(job: Job): Promise<Answers> {
  const { before } = job;
  if (before === undefined) return readFor(job, async () => undefined);
  return withClient({ connectionString: before.database }, (client) =>
    readFor(job, () => client.query(before.statement)),
  );
}

async function readFor(job: Job, prepare: () => Promise<unknown>): Promise<Answers> {
  const agent = new Agent({ keepAlive: true, maxSockets: job.connections });
  const milliseconds: number[] = [];
  let count = 0;
  const from = performance.now() + job.warmUpMs;
  const until = from + job.measureMs;
  const readOneByOne = async () => {
    // A long list may take longer than there is time; two of them are measured at the least.
    while (performance.now() < until || milliseconds.length < 2) {
      await prepare();
      const sent = performance.now();
      await readOne(job, agent);
      count += 1;
      const now = performance.now();
      if (now >= from && (now < until || job.connections === 1)) milliseconds.push(now - sent);
    }
  };
  await Promise.all(Array.from({ length: job.connections }, readOneByOne));
  agent.destroy();
  const medianMs = median(milliseconds);
  // Alone, what was done between two requests does not count.
  const rate = job.connections === 1 ? 1000 / medianMs : (milliseconds.length * 1000) / job.measureMs;
  return { rate, medianMs, p99Ms: quantile(milliseconds, 0.99), count };
}

function readOne({ url, headers, expect }: Job, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, agent }, (response) => {
      if (response.statusCode !== expect) reject(new Error(`GET ${url}: ${response.statusCode} instead of ${expect}`));
      response.on('error', reject).on('end', resolve).resume();
    });
    request.on('error', reject);
  });
}
