import { Checkbox, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { partnerEventTypes } from '../../../../common/events.ts';
import type { Webhook } from '../../api/types.ts';
import { webhooksText } from '../../text/webhooks.ts';
import { useText } from '../../text.ts';

export type EventTypes = Webhook['types'];

/** What of an endpoint can be chosen. None of the types is all. */
export interface Chosen {
  url: string;
  all: boolean;
  types: EventTypes;
}

/** What is sent of what was chosen. */
export const formOf = ({ url, all, types }: Chosen) => ({ url, types: all ? [] : types });

export const isWhole = ({ all, types }: Chosen): boolean => all || types.length > 0;

interface Props {
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
  ofPartner: boolean;
}

/** The address, and which events. A partner's endpoint has fewer to choose from. */
export function EndpointFields({ chosen, onChange, ofPartner }: Props) {
  const t = useText(webhooksText);
  const known = (ofPartner ? partnerEventTypes : Object.keys(t.typeNames)) as EventTypes;
  return (
    <Stack>
      <TextInput
        label={t.url}
        description={t.urlHint}
        required
        type="url"
        inputMode="url"
        maxLength={2_000}
        data-autofocus
        spellCheck={false}
        autoComplete="off"
        placeholder="https://"
        value={chosen.url}
        onChange={(event) => onChange({ ...chosen, url: event.currentTarget.value })}
      />
      <Radio.Group
        label={t.types}
        value={chosen.all ? 'all' : 'some'}
        onChange={(which) => onChange({ ...chosen, all: which === 'all' })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="all" label={ofPartner ? t.allTypes : t.allTypesNow} />
          <Radio value="some" label={t.someTypes} />
        </Stack>
      </Radio.Group>
      {!chosen.all && (
        <Checkbox.Group
          aria-label={t.types}
          value={chosen.types}
          onChange={(types) => onChange({ ...chosen, types })}
          error={chosen.types.length === 0 ? t.chooseType : undefined}
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing={6} spacing="md" pl="lg">
            {known.map((type) => (
              <Checkbox key={type} size="sm" value={type} label={t.typeNames[type]} description={type} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      )}
    </Stack>
  );
}
