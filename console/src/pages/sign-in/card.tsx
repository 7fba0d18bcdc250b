import { Center, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { Mark } from '../../shared/page/mark.tsx';
import { usePreferences } from '../../preferences.tsx';
import { signInText } from '../../text/sign-in.ts';
import { useText } from '../../text.ts';

export function Card({ title, intro, children }: { title: string; intro: string; children: ReactNode }) {
  const t = useText(signInText);
  const { language, set } = usePreferences();
  useEffect(() => {
    document.title = `${title} · Doorway`;
  }, [title]);
  return (
    <Center mih="100dvh" p="md" component="main">
      <Stack w="100%" maw={420} gap="lg">
        <Paper withBorder p={{ base: 'lg', xs: 'xl' }} shadow="sm" bg="var(--door-surface)">
          <Mark size={40} />
          <Title order={1} size="h2" mt="md">
            {title}
          </Title>
          <Text c="dimmed" mb="lg">
            {intro}
          </Text>
          {children}
        </Paper>
        <Center>
          <SegmentedControl
            size="xs"
            aria-label={t.language}
            value={language}
            onChange={(value) => set({ language: value })}
            data={[
              { value: 'en', label: 'English' },
              { value: 'sv', label: 'Svenska' },
            ]}
          />
        </Center>
      </Stack>
    </Center>
  );
}
