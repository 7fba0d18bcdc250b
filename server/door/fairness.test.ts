import type { Socket } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { openDoor, paths } from '../testing/door.ts';
import { dial, head } from '../testing/raw.ts';

const door = await openDoor();
const another = await door.tokenFor({ partner: 'Another' });
await door.addSupplier('1');
// The list is long enough to be streamed.
await door.pool.query(
  `INSERT INTO suppliers (company_id, number, name, organizational_number, city, street, post_index, country, phone, email, website, bank_giro, post_giro, iban, bic_swift, extra, created_at, updated_at)
   SELECT $1, 'long-' || at, repeat('n', 200), '', repeat('c', 200), '', '', '', '', '', '', '', '', '', '', '{}', $2, $2 FROM generate_series(1, 6000) AS at`,
  [door.company, new Date()],
);
afterAll(() => door.close());

const fiveCalls = async (name: string) => {
  for (let sent = 0; sent < 5; sent++) {
    const body = { externalReferenceId: `${name} ${sent}`, supplierNumber: '1' };
    expect((await door.call('POST', paths.invoices, { token: another, body })).status).toBe(200);
  }
};

it('three hundred slow readers of one partner keep no other waiting', async () => {
  const answers: string[] = [];
  const sockets: Socket[] = Array.from({ length: 300 }, () => {
    const socket = dial(door.url);
    socket.once('data', (chunk) => {
      answers.push(chunk.toString('latin1', 0, 12));
      socket.pause();
    });
    socket.write(
      head('GET', paths.suppliers, { authorization: `Bearer ${door.token}`, 'accept-encoding': 'identity' }),
    );
    return socket;
  });
  try {
    await expect.poll(() => answers.length).toBe(300);
    // The readers never read on, so a call that waited for them would not be answered.
    await fiveCalls('beside');
    expect(answers.filter((answer) => answer === 'HTTP/1.1 503').length).toBeGreaterThan(100);
    expect((await door.call('GET', `${paths.suppliers}?number=1`, { token: another })).status).toBe(200);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  await expect.poll(async () => (await door.call('GET', `${paths.suppliers}?number=1`)).status).toBe(200);
});

it('a flood of one partner leaves room for another', async () => {
  const flood = Array.from({ length: 300 }, (_, at) =>
    door.post(paths.invoices, { externalReferenceId: `flood ${at}`, supplierNumber: '1' }),
  );
  const mine = await door.call('POST', paths.invoices, {
    token: another,
    body: { externalReferenceId: 'in the flood', supplierNumber: '1' },
  });
  const answered = await Promise.all(flood);
  expect(mine.status).toBe(200);
  expect(new Set(answered.map(({ status }) => status))).toEqual(new Set([200]));
});
