// A fixed calculation of the kinds of work that tests do: parse and write JSON, sort, hash, search
// texts. Prints the processor seconds that it took. npm test divides by it, so that a slow machine does not count.
import { createHash } from 'node:crypto';

function calculate() {
  let seed = 1;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647);
  let sum = 0;
  for (let round = 0; round < 40; round++) {
    const rows = Array.from({ length: 4_000 }, (_, at) => ({
      at,
      number: `F-${random()}`,
      lines: [random(), random()],
    }));
    const text = JSON.stringify(rows);
    const read = JSON.parse(text).toSorted((one, other) => (one.number < other.number ? -1 : 1));
    const byNumber = new Map(read.map((row) => [row.number, row]));
    for (const { number, lines } of rows) sum += byNumber.get(number).at + lines[0];
    sum += (text.match(/"F-\d*7"/g) ?? []).length;
    for (let at = 0; at < 50; at++) sum += rows[at].number.search(new RegExp(`${at}\\d*${round}`));
    sum += createHash('sha256').update(text.repeat(4)).digest()[0];
  }
  return sum;
}

const before = process.cpuUsage();
calculate();
const { user, system } = process.cpuUsage(before);
console.log((user + system) / 1e6);
