import { Alert, Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { accessText } from '../../text/access.ts';
import { useText } from '../../text.ts';
import { CopyButton } from '../page/copy-button.tsx';
import { Icon } from '../page/icon.tsx';

export interface Shown {
  label: string;
  value: string;
}

/** What is shown only once. It closes by its button alone, so that a stray click does not lose it. */
export function SecretModal({
  title,
  values,
  before,
  onClose,
}: {
  title: string;
  /** What there is to say of it first. */
  before?: ReactNode;
  values: Shown[] | undefined;
  onClose: () => void;
}) {
  const t = useText(accessText);
  return (
    <Modal
      opened={values !== undefined}
      onClose={onClose}
      title={title}
      size="lg"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        {before}
        <Alert color="orange" variant="outline" icon={<Icon name="warning" />} title={t.onlyOnce}>
          <Text size="sm">{t.onlyOnceNext}</Text>
        </Alert>
        {values?.map(({ label, value }) => (
          <div key={label}>
            <Text size="sm" fw={600}>
              {label}
            </Text>
            <Group gap="xs" mt={4}>
              <Code
                block
                style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap', flex: 1, minWidth: 200 }}
                data-testid="secret"
              >
                {value}
              </Code>
              <CopyButton value={value} />
            </Group>
          </div>
        ))}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t.haveIt}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
