import Type from 'typebox';

const count = (description: string) => Type.Integer({ description });
const day = (description: string) => Type.String({ description: `${description}, as YYYY-MM-DD.` });
const days = (description: string) => Type.Unsafe<number | null>({ type: ['number', 'null'], description });

const took = {
  count: count('How many invoices were approved or rejected; of more than 50,000, the last 50,000 are looked at.'),
  medianDays: days('Half of them took no longer than this, in days; null where there are none.'),
  nineInTenDays: days('Nine in ten of them took no longer than this, in days; null where there are none.'),
};

/** What somebody who decides on invoices asks in the morning. */
export const morning = {
  oldest: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    format: 'date-time',
    description:
      'When the oldest invoice arrived that nobody has decided on and that is not held; null where there is none.',
  }),
  ages: Type.Array(
    Type.Object({
      leastDays: count('At least so many days ago.'),
      mostDays: Type.Unsafe<number | null>({
        type: ['integer', 'null'],
        description: 'At most so many days ago; null where there is no end.',
      }),
      from: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'The first day of arrival, as YYYY-MM-DD; null where there is none.',
      }),
      to: day('The last day of arrival'),
      count: count('How many invoices.'),
    }),
    { description: 'Invoices that nobody has decided on and that are not held, by the days since they arrived.' },
  ),
  due: Type.Object(
    {
      overdue: count('How many were due before today.'),
      thisWeek: count('How many are due from today to the end of the week.'),
      from: day('Today'),
      to: day('The Sunday of this week'),
    },
    { description: 'Invoices that are due and neither approved nor rejected, held ones included.' },
  ),
  heldFor: Type.Array(
    Type.Object({
      code: Type.String({ description: 'The code of the finding.' }),
      count: count('How many held invoices have it.'),
    }),
    { description: 'Why invoices are held: the findings that hold some, the most frequent first.' },
  ),
  mine: Type.Object(
    {
      assigned: count('Invoices that were given to who asks.'),
      mentions: count('Invoices with a note that mentions who asks.'),
    },
    { description: 'What waits for the operator who asks, of what is neither approved nor rejected.' },
  ),
  decisions: Type.Object(
    { ...took, before: Type.Object(took, { description: 'The same of the period before, which is as long.' }) },
    { description: 'How long it took from arrival to decision, of what was decided in the period.' },
  ),
  calls: Type.Object(
    {
      from: day('The first of the last seven days'),
      to: day('Today'),
      partners: Type.Array(
        Type.Object({
          partner: Type.String({ description: 'The name of the partner.' }),
          calls: count('How many calls it made in the last seven days.'),
          failed: count('How many of those failed.'),
          callsBefore: count('How many calls it made in the seven days before.'),
          failedBefore: count('How many of those failed.'),
        }),
        { description: 'The partners that called, whose calls failed most first, at most 50.' },
      ),
    },
    { description: 'The calls of the last seven days, today included, and of the seven before, by partner.' },
  ),
  failed: count('How many calls failed in the period.'),
  endpointsOff: Type.Array(
    Type.Object({
      id: Type.String({ description: 'The endpoint’s id.' }),
      url: Type.Optional(Type.String({ description: 'Its address; for administrators only.' })),
      partner: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'The partner whose it is; null for a system of the company.',
      }),
      at: Type.String({ format: 'date-time', description: 'When it was switched off.' }),
      why: Type.Unsafe<'gone' | 'failing'>({
        type: 'string',
        enum: ['gone', 'failing'],
        description: 'gone: it answered 410. failing: it failed for three days.',
      }),
    }),
    {
      description:
        'Webhook endpoints that were switched off without anybody having asked for it, the latest first. They stay here until they are switched on, or deleted.',
    },
  ),
};

export const exampleMorning = {
  oldest: '2026-11-02T07:14:00.000Z',
  ages: [
    { leastDays: 0, mostDays: 2, from: '2026-11-13', to: '2026-11-15', count: 12 },
    { leastDays: 3, mostDays: 7, from: '2026-11-08', to: '2026-11-12', count: 3 },
    { leastDays: 8, mostDays: 14, from: '2026-11-01', to: '2026-11-07', count: 2 },
    { leastDays: 15, mostDays: 30, from: '2026-10-16', to: '2026-10-31', count: 0 },
    { leastDays: 31, mostDays: null, from: null, to: '2026-10-15', count: 0 },
  ],
  due: { overdue: 2, thisWeek: 4, from: '2026-11-15', to: '2026-11-15' },
  heldFor: [{ code: 'payee.bankgiro', count: 1 }],
  mine: { assigned: 3, mentions: 1 },
  decisions: {
    count: 311,
    medianDays: 1.25,
    nineInTenDays: 6.5,
    before: { count: 298, medianDays: 1.75, nineInTenDays: 8 },
  },
  calls: {
    from: '2026-11-09',
    to: '2026-11-15',
    partners: [{ partner: 'Scanner', calls: 420, failed: 6, callsBefore: 398, failedBefore: 19 }],
  },
  failed: 25,
  endpointsOff: [],
};
