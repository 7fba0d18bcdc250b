import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { Address, Answer } from '../../api/addresses.ts';
import { ApiFailure, readTagged, type RecordWithEtag } from '../../api.ts';
import type { FormChange } from '../../shared/form/form.tsx';

export type Choice = 'yours' | 'theirs';

export interface Difference<Field extends string> {
  field: Field;
  yours: string;
  theirs: string;
  /** Preselected: the reader's value if the reader has changed it, otherwise the other one. */
  usual: Choice;
}

interface Options<A extends Address, Field extends string, Values> {
  path: A;
  read: RecordWithEtag<Answer<A>>;
  fields: readonly Field[];
  textsOf: (values: Values | Answer<A>) => Readonly<Record<Field, string>>;
  /** Sends the form over the current record `now`. Fields in `leave` are not sent and keep their current value. */
  send: (values: Values, now: RecordWithEtag<Answer<A>>, leave: ReadonlySet<Field>) => Promise<unknown>;
  message: string;
  done?: () => unknown;
}

/**
 * Saves a form only over the version of the record that it began with. If somebody has changed the record since,
 * `conflict` holds both values of each field that differs, and the next save writes the reader's choices over the
 * current version.
 */
export function useVersionedSave<A extends Address, Field extends string, Values>(options: Options<A, Field, Values>) {
  const { path, read, fields, textsOf, send, message, done } = options;
  const client = useQueryClient();
  const [conflict, setConflict] = useState<{ now: RecordWithEtag<Answer<A>>; values: Values }>();
  const [chosen, setChosen] = useState<Partial<Record<Field, Choice>>>({});
  const differences = conflict === undefined ? [] : differencesOf(conflict.values, conflict.now.record);

  function differencesOf(values: Values, record: Answer<A>): Difference<Field>[] {
    const [before, yours, theirs] = [textsOf(read.record), textsOf(values), textsOf(record)];
    return fields
      .filter((field) => yours[field] !== theirs[field])
      .map((field) => ({
        field,
        yours: yours[field],
        theirs: theirs[field],
        usual: yours[field] === before[field] ? 'theirs' : 'yours',
      }));
  }

  const saving = useMutation({
    mutationFn: async (values: Values) => {
      const leave = new Set(
        differences.filter(({ field, usual }) => (chosen[field] ?? usual) === 'theirs').map(({ field }) => field),
      );
      let over = conflict?.now ?? read;
      for (let tries = 1; ; tries++) {
        try {
          return await send(values, over, leave);
        } catch (error) {
          if (!isConflict(error)) throw error;
          const before = textsOf(over.record);
          over = await readTagged(path);
          const after = textsOf(over.record);
          // There is nothing to choose if no field of the form has changed.
          if (tries < 3 && fields.every((field) => before[field] === after[field])) continue;
          setConflict({ now: over, values });
          setChosen({});
          throw error;
        }
      }
    },
    onSuccess: async () => {
      notifications.show({ message, color: 'teal' });
      setConflict(undefined);
      done?.();
      await client.invalidateQueries();
    },
  });
  const change: FormChange<Values> = {
    mutate: saving.mutate,
    isPending: saving.isPending,
    error: isConflict(saving.error) ? null : saving.error,
  };
  const onChoose = (field: Field, choice: Choice) => setChosen((before) => ({ ...before, [field]: choice }));
  return { change, conflict: conflict && { differences, chosen, onChoose } };
}

const isConflict = (error: unknown) => error instanceof ApiFailure && error.status === 412;
