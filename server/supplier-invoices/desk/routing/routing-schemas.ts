import Type, { type Static } from 'typebox';
import { routeReasons } from '../../routing/route.ts';
import { routedFields } from '../../routing/rules.ts';
import { action, person } from '../../../desk/fields.ts';
import { idInBody, time } from '../../../desk/requests.ts';
import {
  anyObject,
  arrayOf,
  count,
  flag,
  form,
  group,
  listOf,
  named,
  oneOf,
  orNull,
  text,
} from '../../../ground/http/document/fields.ts';
import { notBlank, refusesOthers } from '../../../ground/http/document/publish.ts';

const maxRules = 200;
const maxSteps = 5;
const maxPeople = 20;
const maxValues = 200;
const maxNameLength = 100;
const maxDays = 365;

const exampleOperatorId = '019a7c3e-0a1b-7c2d-8e3f-4a5b6c7d8e9f';
const exampleRuleId = '019a7c3e-0a1b-7c2d-8e3f-4a5b6c7d8ea0';

const values = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ pattern: notBlank, maxLength: 255 }), { minItems: 1, maxItems: maxValues, description }),
  );
const amount = (description: string) =>
  Type.Optional(
    Type.String({ pattern: '^[0-9]{1,15}([.][0-9]{1,6})?$', maxLength: 22, description, examples: ['5000'] }),
  );

const RuleConditions = Type.Object(
  {
    suppliers: values('The numbers of suppliers.'),
    projects: values('Names of projects, as on the invoice, in any case.'),
    references: values('The company’s own references or order numbers, as on the invoice, in any case.'),
    partners: Type.Optional(
      Type.Array(idInBody('The id of a partner.'), {
        minItems: 1,
        maxItems: maxValues,
        description: 'The ids of partners.',
      }),
    ),
    atLeast: amount('The total is at least this, without its sign.'),
    below: amount('The total is less than this, without its sign.'),
    currency: Type.Optional(
      Type.String({ pattern: '^[A-Z]{3}$', description: 'The currency, by its ISO 4217 code.', examples: ['SEK'] }),
    ),
  },
  {
    ...refusesOthers,
    description:
      'Which invoices the rule is for: those that meet every condition that is given, and one value of each list. Without any, all invoices.',
  },
);

const RuleStep = Type.Object(
  {
    need: oneOf(
      ['any', 'all'],
      'any: one person of the step confirms it. all: each of them does. In the last step, approving is the confirmation.',
    ),
    people: Type.Array(idInBody('The id of an operator of the company.'), {
      minItems: 1,
      maxItems: maxPeople,
      uniqueItems: true,
      description: 'The operators who are asked.',
    }),
  },
  { ...refusesOthers, description: 'Those who are asked together.' },
);

const ruleFields = {
  name: Type.String({ pattern: notBlank, maxLength: maxNameLength, description: 'The name of the rule.' }),
  when: RuleConditions,
  steps: Type.Array(RuleStep, {
    minItems: 1,
    maxItems: maxSteps,
    description: 'The steps, one after the other. Those of the last one approve the invoice.',
  }),
};

const RoutingRule = named('RoutingRule', 'A rule that says who is asked to approve an invoice.', {
  id: text('The id of the rule.'),
  ...ruleFields,
});

const rulesInForm = Type.Array(
  Type.Object(
    { id: Type.Optional(idInBody('The id of the rule. Made by Doorway if absent.')), ...ruleFields },
    { ...refusesOthers },
  ),
  { maxItems: maxRules, description: 'All rules, in the order in which they are tried: the first that fits counts.' },
);

const warnings = listOf('Steps in which nobody may approve today: invoices wait in the company’s queue there.', {
  path: text('The step, such as rules[3].steps[0].'),
  code: text('What, for programs.'),
  message: text('What, as a sentence.'),
  parameters: anyObject('The values in the sentence.'),
});

const absenceDays = {
  firstDay: text('The first day (YYYY-MM-DD), in the company’s time zone.', '2026-12-21'),
  lastDay: text('The last day (YYYY-MM-DD).', '2027-01-06'),
};

const days = (description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1, maximum: maxDays, description });
const remindAfterDays = days(
  'After how many days with the same people each of them gets a mail about an invoice; null for none.',
);
const escalateAfterDays = days(
  'After how many days with the same people the administrators of the company get a mail about an invoice; null for none.',
);

export const Routing = named('Routing', 'Who is asked to approve which invoices.', {
  version: count('The number of the last change; 0 before the first.', 7),
  rules: arrayOf(Type.Ref('RoutingRule'), 'The rules, in the order in which they are tried.'),
  remindAfterDays,
  escalateAfterDays,
  people: listOf('The operators of the company, by name.', {
    id: text('The operator’s id.'),
    name: text('The operator’s name.'),
    mayDecide: flag('Whether the operator may approve: an approver or an administrator who is not disabled.'),
    away: orNull(
      group('An absence.', { ...absenceDays, deputy: person('The deputy.') }),
      'The absence of today; null if the operator is not away.',
    ),
  }),
  warnings,
});

export const RoutingForm = form(
  'RoutingForm',
  'The rules and the mails about invoices that wait. They replace the former ones.',
  {
    version: Type.Integer({
      minimum: 0,
      maximum: 2 ** 31 - 1,
      description: 'The version that was changed. If somebody has saved since, it is a 409.',
    }),
    rules: rulesInForm,
    remindAfterDays: Type.Optional(remindAfterDays),
    escalateAfterDays: Type.Optional(escalateAfterDays),
  },
  {
    version: 0,
    rules: [
      {
        id: exampleRuleId,
        name: 'Kvarteret Eken',
        when: { projects: ['Eken'], below: '50000', currency: 'SEK' },
        steps: [{ need: 'any', people: [exampleOperatorId] }],
      },
    ],
    remindAfterDays: 3,
  },
);
export type RoutingForm = Static<typeof RoutingForm>;
export type RuleForm = RoutingForm['rules'][number];

export const RoutingTrialForm = form(
  'RoutingTrialForm',
  'Rules to try. Nothing is stored.',
  { rules: rulesInForm },
  {
    rules: [
      {
        name: 'Kvarteret Eken',
        when: { projects: ['Eken'] },
        steps: [{ need: 'any', people: [exampleOperatorId] }],
      },
    ],
  },
);
export type RoutingTrialForm = Static<typeof RoutingTrialForm>;

const reason = oneOf(
  routeReasons,
  'rule: by a rule. assigned: it is assigned by hand, which counts before the rules. The others are reasons of the company’s queue: no.rule: no rule fits; nobody.may: nobody who is asked may approve; all.away: they are away without a deputy who may; all.barred: duties keep them from approving it.',
);

export const RoutingTrial = named('RoutingTrial', 'What the rules would do with invoices.', {
  from: time('Invoices that arrived since then were tried.'),
  invoices: count('How many were tried, the newest first.', 225),
  more: flag('Whether older ones were left out, because they were too many.', false),
  people: listOf('Who would be asked first, the most often first. An invoice that asks several counts for each.', {
    id: text('The operator’s id.'),
    name: text('The operator’s name.'),
    invoices: count('How many invoices.', 211),
  }),
  queue: group('Invoices that would wait in the company’s queue.', {
    invoices: count('How many.', 14),
    reasons: listOf('Why, the most frequent first.', { code: reason, invoices: count('How many.', 14) }),
  }),
  rules: arrayOf(Type.Integer(), 'How many invoices each rule would be for, in their order.', [225]),
  open: count('How many of the invoices are open, which is received or held.', 31),
  changed: count('How many open invoices would wait for others than now.', 12),
  warnings,
});

export const Absence = named('Absence', 'Days on which a deputy is asked in an operator’s place.', {
  id: text('The id of the absence.'),
  operator: person('The operator who is away.'),
  deputy: person('The operator who is asked instead.'),
  ...absenceDays,
  createdBy: person('The operator who entered it.'),
  createdAt: time('When it was entered.'),
  remove: action('ended'),
});

export const Absences = named('Absences', 'The present and coming absences of a company.', {
  absences: arrayOf(Type.Ref('Absence'), 'In the order of their first days.'),
});

const day = (description: string) => Type.String({ format: 'date', description });
export const AbsenceForm = form(
  'AbsenceForm',
  'An absence to enter.',
  {
    operatorId: Type.Optional(
      idInBody('The operator who is away; the caller if absent. Others take an administrator.'),
    ),
    deputyId: idInBody('The operator who is asked instead. Roles and duties still decide whether they may approve.'),
    firstDay: day('The first day (YYYY-MM-DD), in the company’s time zone.'),
    lastDay: day('The last day (YYYY-MM-DD): today or later, and not before the first.'),
  },
  { deputyId: exampleOperatorId, firstDay: '2026-12-21', lastDay: '2027-01-06' },
);
export type AbsenceForm = Static<typeof AbsenceForm>;

export const StepConfirmation = form(
  'StepConfirmation',
  'A confirmation of a step before the last.',
  {
    step: Type.Integer({
      minimum: 1,
      maximum: maxSteps,
      description: 'The step that the operator saw. If it is confirmed already, it is a 409 that says by whom.',
    }),
  },
  { step: 1 },
);
export type StepConfirmation = Static<typeof StepConfirmation>;

/** Of an invoice. */
export const invoiceRoute = orNull(
  Type.Object({
    waitsFor: listOf('Who is asked; empty for the company’s queue.', {
      id: text('The operator’s id.'),
      name: text('The operator’s name.'),
      deputyFor: Type.Optional(arrayOf(person('An operator who is away.'), 'The operators whose deputy it is.')),
    }),
    step: count('The step, from 1; 0 without a rule.', 1),
    steps: count('How many steps there are.', 2),
    because: group('Why.', {
      code: reason,
      rule: Type.Optional(text('The name of the rule.')),
      field: Type.Optional(oneOf(routedFields, 'The first condition of the rule that the invoice meets.')),
      value: Type.Optional(text('The invoice’s value of it.')),
    }),
    since: time('Since when it waits for them.'),
    confirmed: listOf('Who has confirmed an earlier step, the earliest first.', {
      step: count('The step.', 1),
      by: text('The operator.'),
      at: time('When.'),
    }),
    confirm: action('confirmed (the step)', {
      parameters: Type.Optional(anyObject('The values in the sentence, if it has any.')),
    }),
  }),
  'Whom it waits for; null if it is not received or held, or the company has neither rules nor absences, and in the second before a new invoice is routed.',
);

export const routingSchemas = [
  RoutingRule,
  Routing,
  RoutingForm,
  RoutingTrialForm,
  RoutingTrial,
  Absence,
  Absences,
  AbsenceForm,
  StepConfirmation,
];
