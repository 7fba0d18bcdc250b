/** A field of which two people have made different things. */
export interface Difference<Field extends string> {
  field: Field;
  yours: string;
  theirs: string;
  /** What holds unless the reader says otherwise: one's own where one changed it, else the other's. */
  usual: Choice;
}

export type Choice = 'yours' | 'theirs';

type Texts<Field extends string> = Readonly<Record<Field, string>>;

/** Where what somebody has in front of them differs from what a record is by now. `read` is what they began with. */
export const differencesOf = <Field extends string>(
  fields: readonly Field[],
  read: Texts<Field>,
  yours: Texts<Field>,
  theirs: Texts<Field>,
): Difference<Field>[] =>
  fields
    .filter((field) => yours[field] !== theirs[field])
    .map((field) => ({
      field,
      yours: yours[field],
      theirs: theirs[field],
      usual: yours[field] === read[field] ? 'theirs' : 'yours',
    }));
