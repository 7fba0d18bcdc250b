import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { Address, Answer } from '../../api/addresses.ts';
import { ApiFailure, readTagged, type Tagged } from '../../api.ts';
import { differencesOf, type Choice } from './differences.ts';

type Texts<Field extends string> = Readonly<Record<Field, string>>;

interface Options<A extends Address, Field extends string> {
  path: A;
  /** What the form began with. */
  read: Tagged<Answer<A>>;
  fields: readonly Field[];
  /** The fields of a record as texts, to be compared and shown. */
  textsOf: (record: Answer<A>) => Texts<Field>;
  /** What stands in the form. */
  yours: Texts<Field>;
  /** Sends the form, less the fields that the other's value is to hold for. */
  send: (now: Tagged<Answer<A>>, leave: ReadonlySet<Field>) => Promise<unknown>;
  message: string;
  done: () => unknown;
}

/**
 * Saves a form only over the record that it was begun with. Where somebody has changed it meanwhile, `differences` are both values of each field,
 * and the next save is over what the record is now, with what was chosen. What was typed stays.
 */
export function useGuarded<A extends Address, Field extends string>(options: Options<A, Field>) {
  const { path, read, fields, textsOf, yours, send, message, done } = options;
  const client = useQueryClient();
  const [now, setNow] = useState<Tagged<Answer<A>>>();
  const [chosen, setChosen] = useState<Partial<Record<Field, Choice>>>({});
  const differencesFrom = (record: Answer<A>) => differencesOf(fields, textsOf(read.record), yours, textsOf(record));
  const differences = now === undefined ? [] : differencesFrom(now.record);
  const saving = useMutation({
    mutationFn: async () => {
      const leave = new Set(
        differences.filter(({ field, usual }) => (chosen[field] ?? usual) === 'theirs').map(({ field }) => field),
      );
      let over = now ?? read;
      for (let tries = 1; ; tries++) {
        try {
          return await send(over, leave);
        } catch (error) {
          if (!(error instanceof ApiFailure) || error.status !== 412) throw error;
          const before = textsOf(over.record);
          over = await readTagged(path);
          const after = textsOf(over.record);
          // Where nothing that the form has was changed, there is nothing to choose.
          if (tries < 3 && fields.every((field) => before[field] === after[field])) continue;
          setNow(over);
          setChosen({});
          throw error;
        }
      }
    },
    onSuccess: async () => {
      notifications.show({ message, color: 'teal' });
      setNow(undefined);
      done();
      await client.invalidateQueries();
    },
  });
  const isChanged = saving.error instanceof ApiFailure && saving.error.status === 412;
  return {
    save: () => saving.mutate(),
    busy: saving.isPending,
    /** What is not that somebody has changed it meanwhile. */
    error: isChanged ? null : saving.error,
    /** Undefined where nobody has changed it. */
    conflict:
      now === undefined
        ? undefined
        : {
            differences,
            chosen,
            onChoose: (field: Field, choice: Choice) => setChosen((before) => ({ ...before, [field]: choice })),
          },
  };
}
