import Type from 'typebox';
import { erasedKindNames, stayingNames } from '../../../common/names/erasing.ts';
import { action } from '../../desk/fields.ts';
import { parametersShape } from '../../desk/shapes.ts';
import { listOf, named, oneOf, text, textOrNull } from '../../ground/http/document/fields.ts';

const keysOf = <Key extends string>(names: Readonly<Record<Key, string>>) => Object.keys(names) as Key[];

export const Erasure = named('Erasure', 'What goes when a person is erased, what stays, and where copies remain.', {
  name: text('The name of the operator or the supplier.'),
  knownBy: text('The e-mail address or the number, which the console asks for before it erases.'),
  erase: action('erased', { parameters: Type.Optional(parametersShape) }),
  erased: Type.Boolean({ description: 'Whether it was done; false for what would be done.' }),
  goes: listOf('The kinds of data that go.', {
    kind: oneOf(keysOf(erasedKindNames.en), 'The kind.'),
    what: text('The kind in words.'),
    fate: oneOf(['deleted', 'replaced'], 'replaced: the record stays, and the person is replaced in it.'),
    rows: Type.Integer({ minimum: 1, description: 'How many rows.' }),
  }),
  stays: listOf('What stays.', {
    kind: oneOf(keysOf(stayingNames.en), 'The kind.'),
    why: text('What it is, and why it stays.'),
  }),
  backups: Type.Union(
    [
      listOf('Backups that were taken before.', {
        name: text('The name of the backup.'),
        expiresOn: textOrNull('The day after which the service has removed it; null if nothing removes it.'),
      }),
      Type.Null(),
    ],
    { description: 'Backups that still have it. Null if their place cannot be read now.' },
  ),
});
