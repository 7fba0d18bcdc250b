import { Alert, Text } from '@mantine/core';
import type { Overview } from '../../api/types.ts';
import { useAllowed } from '../../company.ts';
import { useFormat } from '../../format.ts';
import { Icon } from '../../shared/page/icon.tsx';
import { overviewText } from './text.ts';
import { useText } from '../../text.ts';

type Backup = Overview['backup'];

/** Warns administrators of the installation: nobody else can do anything about it. */
export function BackupWarning({ backup }: { backup: Backup }) {
  const t = useText(overviewText);
  const format = useFormat();
  const { allowed } = useAllowed('administerInstallation');
  const { schedule, takenAt, isOverdue, failedAt, problem } = backup;
  if (!allowed || schedule === 'elsewhere' || !(isOverdue || failedAt !== null)) return null;
  return (
    <Alert
      color={isOverdue ? 'red' : 'orange'}
      variant="outline"
      bg="var(--door-surface)"
      icon={<Icon name="warning" />}
      title={!isOverdue ? t.backupFailed : takenAt === null ? t.neverBackedUp : t.backupOverdue}
    >
      {failedAt !== null && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {t.failedAt(format.dateTime(failedAt), problem ?? '')}
        </Text>
      )}
      {takenAt !== null && (
        <Text size="sm" c="dimmed">
          {t.lastBackup(format.dateTime(takenAt))}
        </Text>
      )}
      <Text size="sm" mt="xs">
        {schedule === 'none' ? t.backUpEveryNight : t.backUpAgain}
      </Text>
    </Alert>
  );
}

export function LastBackup({ backup: { schedule, takenAt, place } }: { backup: Backup }) {
  const t = useText(overviewText);
  const format = useFormat();
  if (schedule === 'elsewhere') return null;
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {takenAt === null
        ? t.notBackedUp
        : [t.lastBackup(format.dateTime(takenAt)), place].filter((part) => part !== undefined).join(' · ')}
    </Text>
  );
}
