import { Group, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Absence, RoutingPerson } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useAllowed, useCompanyPath, useToday } from '../../company.ts';
import { useSession } from '../../session.ts';
import { ConfirmButton } from '../../shared/form/confirm-modal.tsx';
import { DayInput } from '../../shared/form/day-input.tsx';
import { Form } from '../../shared/form/form.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { Panel } from '../../shared/record/panel.tsx';
import { RecordOf } from '../../shared/record/record.tsx';
import { useText } from '../../text.ts';
import { routingText } from './text.ts';

export function Absences({ people }: { people: readonly RoutingPerson[] }) {
  const t = useText(routingText);
  const path = useCompanyPath()('/absences');
  return (
    <Panel title={t.absences}>
      <RecordOf path={path} refresh={false}>
        {({ absences }) => (
          <Stack gap="lg">
            {absences.length === 0 ? (
              <Text size="sm" c="dimmed">
                {t.noAbsences}
              </Text>
            ) : (
              <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
                {absences.map((absence) => (
                  <AbsenceRow key={absence.id} absence={absence} path={path} />
                ))}
              </Stack>
            )}
            <AbsenceForm people={people} path={path} />
          </Stack>
        )}
      </RecordOf>
    </Panel>
  );
}

type Path = `/companies/${string}/absences`;

function AbsenceRow({
  absence: { id, operator, deputy, firstDay, lastDay, remove },
  path,
}: {
  absence: Absence;
  path: Path;
}) {
  const t = useText(routingText);
  return (
    <Group component="li" gap="xs" justify="space-between">
      <Text size="sm">
        <strong>{operator.name}</strong> {t.fromTo(firstDay, lastDay)} · {t.deputyIs(deputy.name)}
      </Text>
      <ConfirmButton
        action={remove}
        words={t.end}
        title={t.endTitle}
        about={t.endAbout(operator.name)}
        send={() => change('DELETE', `${path}/${id}`)}
        message={t.ended}
        button={{ size: 'compact-sm' }}
      />
    </Group>
  );
}

/** An administrator enters anybody's absence, others their own. */
function AbsenceForm({ people, path }: { people: readonly RoutingPerson[]; path: Path }) {
  const t = useText(routingText);
  const me = useSession();
  const today = useToday();
  const administer = useAllowed('administer');
  const initialValues = { operatorId: me.id, deputyId: '', firstDay: today, lastDay: today };
  const form = useForm({
    initialValues,
    validate: {
      operatorId: (id) => id === '' && t.missing,
      deputyId: (id) => id === '' && t.missing,
      lastDay: (day) => day === '' && t.noDay,
    },
  });
  const send = useChange((values: typeof initialValues) => change('POST', path, values), {
    message: t.entered,
    done: () => form.reset(),
  });
  const choices = (except: string) =>
    people
      .filter(({ id }) => id !== except)
      .map(({ id, name, mayDecide }) => ({ value: id, label: mayDecide ? name : t.mayNotDecide(name) }));
  const person = { searchable: true, allowDeselect: false, placeholder: t.choosePerson } as const;
  return (
    <Form form={form} change={send} submit={t.enter} allowed={useAllowed('edit')} edits>
      <SimpleGrid cols={{ base: 1, xs: 2, md: administer.allowed ? 4 : 3 }} spacing="sm">
        {administer.allowed && (
          <Select label={t.away} data={choices('')} {...person} {...form.getInputProps('operatorId')} />
        )}
        <Select
          label={t.deputy}
          data={choices(form.values.operatorId)}
          required
          {...person}
          {...form.getInputProps('deputyId')}
        />
        <DayInput label={t.firstDay} {...form.getInputProps('firstDay')} />
        <DayInput label={t.lastDay} {...form.getInputProps('lastDay')} />
      </SimpleGrid>
    </Form>
  );
}
