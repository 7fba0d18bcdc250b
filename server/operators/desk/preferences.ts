import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { Deps } from '../../deps.ts';
import { checkForm, jsonAnswer } from '../../desk/requests.ts';
import { operatorProblems } from '../../desk/shapes.ts';
import { problemAt } from '../../../common/errors/catalogue.ts';
import { invalidBody } from '../../errors/errors.ts';
import { transaction, type Pool } from '../../ground/db/pool.ts';
import { refusesOthers } from '../../ground/http/document/publish.ts';
import { mostColumns, mostKept, mostLists, withChosen, type Preferences } from '../preferences.ts';
import { lockPreferences, writePreferences } from '../preferences-store.ts';

const oneOf = <Value extends string>(values: readonly Value[], description: string) =>
  Type.Optional(Type.Unsafe<Value>({ type: 'string', enum: [...values], description }));
const name = (description: string) => Type.String({ minLength: 1, maxLength: 64, description });

const fields = {
  language: oneOf(['en', 'sv'], 'The language of the console.'),
  colours: oneOf(['light', 'dark', 'auto'], 'Light or dark; auto is as the system has it.'),
  timeZone: Type.Optional(name('The time zone in which times are shown, such as Europe/Stockholm.')),
  density: oneOf(['comfortable', 'compact'], 'How close the rows of lists stand.'),
  split: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'How much of the window’s width a document has beside its fields, in per cent.',
    }),
  ),
  columns: Type.Optional(
    Type.Array(
      Type.Object(
        {
          list: name('The name of a list of the console.'),
          columns: Type.Array(name('The name of a column.'), {
            maxItems: mostColumns,
            description: 'The columns that it shows, in their order. Without any, it shows the usual ones.',
          }),
        },
        refusesOthers,
      ),
      { maxItems: mostLists, description: 'The columns that lists show, for each list for which they were chosen.' },
    ),
  ),
};

export const PreferencesOf = Type.Object(fields, {
  $id: 'Preferences',
  description: 'How an operator likes things shown. What was never chosen is missing.',
});

export const PreferencesForm = Type.Object(fields, {
  ...refusesOthers,
  $id: 'PreferencesForm',
  description: 'What was chosen anew. Whatever is left out stays as it is, also the columns of another list.',
  examples: [{ language: 'sv' }],
});

export function preferenceRoutes(app: FastifyInstance, { pool }: Deps): void {
  app.put('/session/preferences', {
    config: { operation: 'setPreferences', permission: 'signedIn' },
    attachValidation: true,
    preHandler: checkForm(PreferencesForm),
    schema: {
      operationId: 'setPreferences',
      summary: 'Choose how things are shown',
      description:
        'Keeps what the operator chose, for every browser that the operator signs in with. Whatever is left out stays as it is.',
      tags: ['Signing in'],
      body: Type.Ref('PreferencesForm'),
      response: {
        200: jsonAnswer(Type.Ref('Preferences'), 'All that is kept now.', { language: 'sv', colours: 'dark' }),
        ...operatorProblems(400, 401),
      },
    },
    handler: async ({ operator, body }) => choose(pool, operator.id, body as Preferences),
  });
}

function choose(pool: Pool, operatorId: string, chosen: Preferences): Promise<Preferences> {
  return transaction(pool, async (tx) => {
    const kept = withChosen(await lockPreferences(tx, operatorId), chosen);
    if ((kept.columns?.length ?? 0) > mostLists)
      throw invalidBody([problemAt('columns', 'list.many', { most: mostLists })]);
    if (JSON.stringify(kept).length > mostKept)
      throw invalidBody([problemAt('columns', 'text.long', { most: mostKept })]);
    await writePreferences(tx, operatorId, kept);
    return kept;
  });
}
