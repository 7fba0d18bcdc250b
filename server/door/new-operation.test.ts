import Type from 'typebox';
import { afterAll, expect, it } from 'vitest';
import { idempotencyKey, sendCreated, createOrExplain } from './create.ts';
import type { Door as SliceDoor } from './door.ts';
import { operation } from './operation.ts';
import { doors } from '../app.ts';
import { writeOnce, type Outcome } from '../idempotency/store.ts';
import { openOwnApp, openOwnDoor, paths } from '../testing/door.ts';
import { signedIn } from '../testing/operator.ts';
import { expectProblem } from '../testing/problem.ts';
import { newId } from '../ground/db/ids.ts';

interface NoteCreated {
  id: string;
  message: string;
}

const fields = { text: Type.String({ description: 'What is noted.' }) };
const Note = Type.Object(fields, { $id: 'Note', description: 'A note.', examples: [{ text: 'Call back.' }] });
const NoteCreated = Type.Object(
  { id: Type.String({ description: 'Its id.' }), message: Type.String({ description: 'What happened.' }) },
  { $id: 'NoteCreated', description: 'The note was kept.' },
);
const words = { description: 'What went wrong.', message: 'text is required.' };

const createNote = operation({
  id: 'createNote',
  method: 'POST',
  path: '/notes',
  scope: 'notes:write',
  creates: {
    type: 'note',
    noun: 'note',
    shape: Note,
    readDocument: async (_db, _company, id) => JSON.stringify({ text: id }),
  },
  summary: 'Create a note',
  description: 'Keeps a note.',
  body: Note,
  answer: NoteCreated,
  example: { id: '1', message: 'Note created.' },
  invalid: words,
  conflict: words,
  handler:
    ({ pool, recordKinds }) =>
    async (request, reply) => {
      const [id, key] = [newId(), await idempotencyKey(request)];
      const item = { key, subjectId: id, answer: { id, message: 'Note created.' } };
      const write = async () => {
        const outcomes = await writeOnce(pool, request.partner.companyId, [item], async () => [item.answer]);
        return outcomes[0] as Outcome<NoteCreated>;
      };
      const explanations = { key, recordKinds, explain: async () => undefined, differencesFrom: async () => undefined };
      return sendCreated(reply, await createOrExplain(write, explanations));
    },
});

const listNotes = operation({
  id: 'listNotes',
  method: 'GET',
  path: '/notes',
  scope: 'notes:write',
  deprecated: { since: '2027-01-15', sunset: '2028-01-15' },
  summary: 'List notes',
  description: 'Lists nothing.',
  answer: NoteCreated,
  example: { id: '1', message: '' },
  handler: () => () => ({ id: '1', message: '' }),
});

const notesDoor: SliceDoor = {
  tag: { name: 'Notes', description: 'What is worth keeping.' },
  scopes: { 'notes:write': 'Keep notes.' },
  schemas: [Note, NoteCreated],
  operations: [createNote, listNotes],
};

const door = await openOwnDoor('It has an operation and a table that the service does not have.', {
  doors: [...doors, notesDoor],
  env: { DOCS: 'on' },
});
const token = await door.tokenFor({ scopes: ['notes:write'] });
afterAll(() => door.close());

const post = (body: unknown, headers: Record<string, string> = {}, by: string | undefined = token) =>
  door.call('POST', '/notes', { token: by, body, headers });
const traceIdOf = (headers: Headers) => headers.get('traceparent')?.split('-')[1] as string;

it('a new operation takes a token with the scope that its slice declares', async () => {
  expect((await post({ text: 'Hello' })).status).toBe(200);
  expectProblem(await door.call('POST', '/notes', { token: undefined, body: { text: 'Hello' } }), 401);
  expectProblem(await post({ text: 'Hello' }, {}, door.token), 403, 'This access token lacks the scope notes:write.');
  expectProblem(await post({}), 400, 'text is required');
});

it('its scope can be given to tokens, and is told to those that ask for it', async () => {
  const administrator = await signedIn(door, 'administrator');
  const { rows } = await door.pool.query('SELECT id FROM partners WHERE company_id = $1', [door.company]);
  const issued = await administrator.call('POST', `/companies/${door.company}/tokens`, {
    partnerId: rows[0].id,
    scopes: ['notes:write'],
  });
  expect((await post({ text: 'Hello' }, {}, issued.body.token)).status).toBe(200);
  const { body } = await door.call('GET', '/.well-known/oauth-authorization-server');
  expect(body.scopes_supported).toContain('notes:write');
});

it('every call of it is logged, counted, and kept with the record that it made', async () => {
  const { body, headers } = await post({ text: 'Keep me' });
  const traceId = traceIdOf(headers);
  const line = () => door.logged.map((text) => JSON.parse(text)).find((one) => one.traceId === traceId);
  await expect.poll(line).toMatchObject({ operation: 'createNote', status: 200, partner: 'Scanner' });
  expect(await (await fetch(`${door.url}/metrics`)).text()).toMatch(
    /doorway_request_duration_seconds_count\{operation="createNote",status="200"\}/,
  );
  const viewer = await signedIn(door, 'viewer');
  const call = async () => (await viewer.call('GET', `/companies/${door.company}/requests/${traceId}`)).body;
  await expect.poll(call).toMatchObject({
    operation: 'createNote',
    status: 200,
    subject: { type: 'note', id: body.id },
    body: JSON.stringify({ text: body.id }),
  });
});

it('a key that it used says so, on every operation', async () => {
  const headers = { 'idempotency-key': 'of a note' };
  const { body } = await post({ text: 'Once' }, headers);
  expect((await post({ text: 'Once' }, headers)).body).toEqual(body);
  const used = `This Idempotency-Key was used before by createNote for note ${body.id}`;
  expectProblem(await post({ text: 'Twice' }, headers), 409, used);
  expectProblem(await door.post(paths.suppliers, { number: '1', name: 'Nordbygg' }, headers), 409, used);
});

it('both documents have it', async () => {
  const { body: partner } = await door.call('GET', '/openapi.json');
  expect(partner.paths['/notes'].post).toMatchObject({
    operationId: 'createNote',
    tags: ['Notes'],
    security: [{ oauth2: ['notes:write'] }, { accessToken: [] }],
  });
  expect(partner.tags).toContainEqual(notesDoor.tag);
  expect(partner.components.schemas).toHaveProperty('Note');
  expect(partner.components.securitySchemes.oauth2.flows.clientCredentials.scopes).toHaveProperty('notes:write');
  const { body: operator } = await door.call('GET', '/operator/v1/openapi.json');
  expect(operator.components.schemas.Scope.enum).toContain('notes:write');
  expect(operator.components.schemas.RequestTrace.properties.subject.properties.type.enum).toContain('note');
});

it('an operation whose scope no slice brings stops the start', async () => {
  await expect(openOwnApp('It must not start.', { doors: [...doors, { ...notesDoor, scopes: {} }] })).rejects.toThrow(
    'No door brings the scope notes:write of createNote.',
  );
});

it('a deprecated operation says so in the document and on each of its answers, and no other does', async () => {
  const { body: document } = await door.call('GET', '/openapi.json');
  expect(document.paths['/notes'].get).toMatchObject({
    deprecated: true,
    responses: { 200: { headers: { Deprecation: {}, Sunset: {}, Link: {} } } },
  });
  expect(document.paths['/notes'].post).not.toHaveProperty('deprecated');
  for (const by of [token, undefined, door.token]) {
    const { headers } = await door.call('GET', '/notes', { token: by });
    expect(Object.fromEntries(headers)).toMatchObject({
      deprecation: `@${Date.UTC(2027, 0, 15) / 1000}`,
      sunset: 'Sat, 15 Jan 2028 00:00:00 GMT',
      link: '</docs/versions>; rel="deprecation"; type="text/html"',
    });
  }
  expect((await post({ text: 'Hello' })).headers.has('deprecation')).toBe(false);
});

it('an operation that would go within a year stops the start', async () => {
  const tooSoon = { ...listNotes, deprecated: { since: '2027-01-15', sunset: '2028-01-14' } };
  const hasty = { ...notesDoor, operations: [createNote, tooSoon] };
  await expect(openOwnApp('It must not start.', { doors: [...doors, hasty] })).rejects.toThrow(
    'listNotes is deprecated since 2027-01-15 and stays at least 12 months, not until 2028-01-14.',
  );
});
