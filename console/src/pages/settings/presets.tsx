import { Box, Stack, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { DeskSettings } from '../../api/types.ts';
import { change } from '../../api.ts';
import { useAllowed } from '../../company.ts';
import { Form, useRecordForm } from '../../shared/form/form.tsx';
import { useChange } from '../../shared/form/use-change.ts';
import { Panel } from '../../shared/record/panel.tsx';
import { useText } from '../../text.ts';
import { settingsText } from './text.ts';

const kinds = ['reject', 'ask', 'release', 'cancel'] as const;

const linesOf = (text: string) => [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean);

/** The texts that dialogs of decisions offer, one per line. */
export function PresetReasons({
  settings: { presetReasons },
  path,
}: {
  settings: DeskSettings;
  path: `/companies/${string}/settings`;
}) {
  const t = useText(settingsText);
  const client = useQueryClient();
  const form = useRecordForm({
    initialValues: {
      presetReasons: {
        reject: presetReasons.reject.join('\n'),
        ask: presetReasons.ask.join('\n'),
        release: presetReasons.release.join('\n'),
        cancel: presetReasons.cancel.join('\n'),
      },
    },
  });
  const save = useChange(
    ({ presetReasons: { reject, ask, release, cancel } }: typeof form.values) =>
      change('PATCH', path, {
        presetReasons: {
          reject: linesOf(reject),
          ask: linesOf(ask),
          release: linesOf(release),
          cancel: linesOf(cancel),
        },
      }),
    {
      message: t.saved,
      done: (answer) => {
        form.reset();
        client.setQueryData(['record', path], answer);
      },
    },
  );
  return (
    <Panel title={t.names.presetReasons}>
      <Box maw={680}>
        <Form
          form={form}
          change={save}
          submit={t.savePresets}
          allowed={useAllowed('administer')}
          edits
          asksBeforeLeaving
        >
          <Stack gap="lg">
            <Text size="sm" c="dimmed">
              {t.presetsAbout}
            </Text>
            {kinds.map((kind) => (
              <Textarea
                key={kind}
                label={t.presetsOf[kind]}
                autosize
                minRows={2}
                maxRows={10}
                {...form.getInputProps(`presetReasons.${kind}`)}
              />
            ))}
          </Stack>
        </Form>
      </Box>
    </Panel>
  );
}
