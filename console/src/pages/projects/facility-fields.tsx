import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import type { Facility } from '../../api/types.ts';
import { Icon } from '../../shared/page/icon.tsx';
import { projectsText } from '../../text/projects.ts';
import { useText } from '../../text.ts';

export function FacilityFields({
  facilities,
  onChange,
}: {
  facilities: Facility[];
  onChange: (facilities: Facility[]) => void;
}) {
  const t = useText(projectsText);
  const change = (at: number, part: Partial<Facility>) =>
    onChange(facilities.map((facility, n) => (n === at ? { ...facility, ...part } : facility)));
  return (
    <Input.Wrapper
      label={t.facilities}
      description={t.facilitiesHint}
      labelElement="div"
      role="group"
      aria-label={t.facilities}
    >
      <Stack gap="xs" mt="xs">
        {facilities.map((facility, at) => (
          <Group key={at} gap="xs" wrap="nowrap">
            <TextInput
              aria-label={t.facilityNumber}
              placeholder={t.facilityNumber}
              required
              maxLength={255}
              w={150}
              value={facility.number}
              onChange={(event) => change(at, { number: event.currentTarget.value })}
            />
            <TextInput
              aria-label={t.facilityName}
              placeholder={t.facilityName}
              maxLength={255}
              flex={1}
              value={facility.name}
              onChange={(event) => change(at, { name: event.currentTarget.value })}
            />
            <ActionIcon
              variant="default"
              size={36}
              aria-label={t.removeFacility(facility.number)}
              onClick={() => onChange(facilities.filter((_, n) => n !== at))}
            >
              <Icon name="cross" size={15} />
            </ActionIcon>
          </Group>
        ))}
        <div>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => onChange([...facilities, { number: '', name: '' }])}
          >
            {t.addFacility}
          </Button>
        </div>
      </Stack>
    </Input.Wrapper>
  );
}
