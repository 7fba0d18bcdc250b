import { createServer } from 'node:http';

export interface Arrival {
  seq: number;
  at: number;
  /** Since the event was recorded. */
  waitedMs: number;
}

/**
 * Two receivers that answer at once and one that never answers, each at its own path. GET returns what has arrived,
 * DELETE forgets it.
 */
const arrivals = new Map<string, Arrival[]>();

createServer((request, response) => {
  const path = request.url ?? '';
  const seen = arrivals.get(path) ?? [];
  arrivals.set(path, seen);
  if (request.method === 'GET') return response.end(JSON.stringify(seen));
  if (request.method === 'DELETE') {
    arrivals.clear();
    return response.end();
  }
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => (body += text));
  request.on('end', () => {
    const { seq, timestamp } = JSON.parse(body) as { seq: number; timestamp: string };
    const at = Date.now();
    seen.push({ seq, at, waitedMs: at - Date.parse(timestamp) });
    if (path !== '/dead') response.writeHead(204).end();
  });
  return undefined;
}).listen(Number(process.env.PORT), '127.0.0.1');
