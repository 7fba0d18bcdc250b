import { expect, it } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { newSecret, signatures } from './secrets.ts';

const verify = (secret: string, signature: string, body: string, at = new Date(), id = 'one') =>
  new Webhook(secret).verify(body, {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signature,
  });

it('a secret is what the specification asks for, and never the same', () => {
  const [one, other] = [newSecret(), newSecret()];
  expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(other).not.toBe(one);
});

it('either of two secrets verifies what both signed, and another does not', () => {
  const [now, body] = [new Date(), '{"type":"supplierinvoice.approved","name":"Rör & Värme"}'];
  const [former, current] = [newSecret(), newSecret()];
  const signed = signatures([current, former], 'one', now, body);
  expect(signed).toMatch(/^v1,\S{44} v1,\S{44}$/);
  for (const secret of [former, current]) expect(verify(secret, signed, body)).toEqual(JSON.parse(body));
  expect(() => verify(newSecret(), signed, body)).toThrow('No matching signature');
});

it('a changed body, id or time does not verify', () => {
  const [now, body, secret] = [new Date(), '{"seq":1}', newSecret()];
  const signed = signatures([secret], 'one', now, body);
  expect(() => verify(secret, signed, '{"seq":2}')).toThrow('No matching signature');
  expect(() => verify(secret, signed, body, now, 'two')).toThrow('No matching signature');
  expect(() => verify(secret, signed, body, new Date(now.getTime() - 60_000))).toThrow('No matching signature');
});

it('the signature is the one of the specification’s own example', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const body = '{"test": 2432232314}';
  expect(signatures([secret], 'msg_p5jXN8AQM9LWM0D4loKWxJek', new Date(1_614_265_330_000), body)).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  );
});
