import {
  ActionIcon,
  Button,
  Group,
  MultiSelect,
  NativeSelect,
  SegmentedControl,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { currencies } from '../../../../common/currencies.ts';
import { typedAmount } from '../../../../common/typed-amount.ts';
import type { RoutingPerson, RoutingRule } from '../../api/types.ts';
import { Form } from '../../shared/form/form.tsx';
import { FormModal } from '../../shared/form/form-modal.tsx';
import { ManyPicker } from '../../shared/form/many-picker.tsx';
import { Icon } from '../../shared/page/icon.tsx';
import { useText } from '../../text.ts';
import { routingText } from './text.ts';

/** A rule that is new has no id until it is saved. */
export type RuleDraft = Omit<RoutingRule, 'id'> & Partial<Pick<RoutingRule, 'id'>>;

interface Props {
  opened: boolean;
  onClose: () => void;
  rule: RuleDraft | undefined;
  people: readonly RoutingPerson[];
  onTake: (rule: RuleDraft) => void;
}

export function RuleModal(props: Props) {
  const t = useText(routingText);
  return (
    <FormModal
      opened={props.opened}
      onClose={props.onClose}
      size="lg"
      title={props.rule === undefined ? t.add : t.changeRule}
    >
      <RuleForm {...props} />
    </FormModal>
  );
}

const lists = ['suppliers', 'projects', 'references', 'partners'] as const;

interface RuleValues extends Record<(typeof lists)[number], string[]> {
  name: string;
  atLeast: string;
  below: string;
  currency: string;
  steps: RoutingRule['steps'];
}

const valuesOf = (rule: RuleDraft | undefined): RuleValues => ({
  name: rule?.name ?? '',
  suppliers: rule?.when.suppliers ?? [],
  projects: rule?.when.projects ?? [],
  references: rule?.when.references ?? [],
  partners: rule?.when.partners ?? [],
  atLeast: rule?.when.atLeast ?? '',
  below: rule?.when.below ?? '',
  currency: rule?.when.currency ?? '',
  steps: rule?.steps ?? [{ need: 'any', people: [] }],
});

/** 50 000,50 is 50000.50. Undefined for a text that is no amount of a rule. */
const amountOf = (typed: string): string | undefined => {
  const amount = typedAmount(typed)?.least;
  return amount !== undefined && /^\d{1,15}(\.\d{1,6})?$/.test(amount) ? amount : undefined;
};

function ruleOf({ name, atLeast, below, currency, steps, ...values }: RuleValues, id: string | undefined): RuleDraft {
  const given = Object.fromEntries(lists.filter((list) => values[list].length > 0).map((list) => [list, values[list]]));
  const amounts = Object.entries({
    atLeast: amountOf(atLeast),
    below: amountOf(below),
    currency: currency || undefined,
  });
  const when = { ...given, ...Object.fromEntries(amounts.filter(([, value]) => value !== undefined)) };
  return { ...(id !== undefined && { id }), name: name.trim(), when, steps };
}

function RuleForm({ rule, people, onClose, onTake }: Props) {
  const t = useText(routingText);
  const isAmount = (typed: string) => typed.trim() !== '' && amountOf(typed) === undefined && t.notAnAmount;
  const form = useForm<RuleValues>({
    initialValues: valuesOf(rule),
    validate: {
      atLeast: isAmount,
      below: isAmount,
      steps: { people: (chosen) => chosen.length === 0 && t.nobodyChosen },
    },
  });
  const take = (values: RuleValues) => {
    onTake(ruleOf(values, rule?.id));
    onClose();
  };
  return (
    <Form form={form} change={{ mutate: take, isPending: false, error: null }} submit={t.take}>
      <TextInput
        label={t.name}
        description={t.nameHint}
        required
        maxLength={100}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Text size="sm" c="dimmed">
        {t.conditionsHint}
      </Text>
      <ManyPicker of="project" label={t.projects} placeholder={t.anyValue} {...form.getInputProps('projects')} />
      <ManyPicker of="supplier" label={t.suppliers} placeholder={t.anyValue} {...form.getInputProps('suppliers')} />
      <TagsInput
        label={t.references}
        description={t.referencesHint}
        maxTags={200}
        maxLength={255}
        acceptValueOnBlur
        {...form.getInputProps('references')}
      />
      <ManyPicker of="partner" label={t.partners} placeholder={t.anyValue} {...form.getInputProps('partners')} />
      <Group grow align="flex-start">
        <TextInput label={t.atLeast} inputMode="decimal" {...form.getInputProps('atLeast')} />
        <TextInput label={t.below} inputMode="decimal" {...form.getInputProps('below')} />
        <NativeSelect
          label={t.currency}
          data={[{ value: '', label: t.anyValue }, ...currencies]}
          {...form.getInputProps('currency')}
        />
      </Group>
      <Steps form={form} people={people} />
    </Form>
  );
}

const maxSteps = 5;
const maxPeople = 20;

function Steps({ form, people }: { form: UseFormReturnType<RuleValues>; people: readonly RoutingPerson[] }) {
  const t = useText(routingText);
  const { steps } = form.values;
  return (
    <Stack gap="sm" role="group" aria-label={t.steps}>
      <Text size="sm" fw={500}>
        {t.steps}
      </Text>
      <Text size="sm" c="dimmed">
        {t.stepsHint}
      </Text>
      {steps.map(({ people: chosen }, index) => (
        // Steps have no other name.
        <Group key={index} align="flex-end" gap="xs" role="group" aria-label={t.step(index + 1)}>
          <MultiSelect
            label={t.step(index + 1)}
            flex="1 1 240px"
            data={people.map(({ id, name, mayDecide }) => ({
              value: id,
              label: mayDecide ? name : t.mayNotDecide(name),
            }))}
            searchable
            maxValues={maxPeople}
            placeholder={chosen.length === 0 ? t.choosePerson : ''}
            {...form.getInputProps(`steps.${index}.people`)}
          />
          {chosen.length > 1 && (
            <SegmentedControl
              size="xs"
              aria-label={t.step(index + 1)}
              data={(['any', 'all'] as const).map((value) => ({ value, label: t.need[value] }))}
              {...form.getInputProps(`steps.${index}.need`)}
            />
          )}
          {steps.length > 1 && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t.removeStep(index + 1)}
              onClick={() => form.removeListItem('steps', index)}
            >
              <Icon name="cross" size={16} />
            </ActionIcon>
          )}
        </Group>
      ))}
      {steps.length < maxSteps && (
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => form.insertListItem('steps', { need: 'any', people: [] })}
          >
            {t.addStep}
          </Button>
        </div>
      )}
    </Stack>
  );
}
