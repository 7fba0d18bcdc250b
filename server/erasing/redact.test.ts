import { expect, it } from 'vitest';
import { parseExactly } from '../ground/json/json.ts';
import { stringify } from 'lossless-json';
import { redacted, type ErasedPerson } from './redact.ts';

const person: ErasedPerson = {
  id: 'p1',
  name: 'Åsa Öberg',
  email: 'asa@example.com',
  newName: 'Erased user 1',
  newEmail: 'p1@erased.invalid',
};
const after = (text: string, isOwn = false) => stringify(redacted(parseExactly(text), person, isOwn));

it('names beside the id and addresses anywhere are replaced, all else keeps every digit', () => {
  expect(
    after(
      '{"by":{"id":"p1","name":"Åsa Öberg"},"others":[{"id":"p2","name":"Åsa Öberg"}],"to":["ASA@example.com, x@y"],"amount":1.100,"name":"Åsa Öberg","network":"10.0.0.1"}',
    ),
  ).toBe(
    '{"by":{"id":"p1","name":"Erased user 1"},"others":[{"id":"p2","name":"Åsa Öberg"}],"to":["p1@erased.invalid, x@y"],"amount":1.100,"name":"Åsa Öberg","network":"10.0.0.1"}',
  );
});

it('in entries of the person, also earlier names, names without an id and networks', () => {
  expect(
    after(
      '{"name":"Åsa Öberg","network":"10.0.0.1","changes":[{"field":"name","from":"Åsa Berg","to":"Åsa Öberg"},{"field":"disabled","from":false,"to":true}]}',
      true,
    ),
  ).toBe(
    '{"name":"Erased user 1","network":"erased","changes":[{"field":"name","from":"Erased user 1","to":"Erased user 1"},{"field":"disabled","from":false,"to":true}]}',
  );
});
