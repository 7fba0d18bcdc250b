import { ActionIcon, Tooltip } from '@mantine/core';

/** Outlines on a grid of 24 for what the viewer alone has. */
const outlines = {
  larger: 'M12 5v14M5 12h14',
  smaller: 'M5 12h14',
  width: 'M4 4v16M20 4v16M7 12h10M10 9l-3 3 3 3M14 9l3 3-3 3',
  page: 'M6 3h12v18H6zM12 7v10M9.500 9.500L12 7l2.500 2.500M9.500 14.500L12 17l2.500-2.500',
  rotate: 'M20 12a8 8 0 1 1-2.500-5.800M20 3v4.500h-4.500',
  fullScreen: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  leave: 'M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5',
  window: 'M14 4h6v6M20 4l-9 9M10 5H5v14h14v-5',
  download: 'M12 4v11M7 11l5 5 5-5M4 20h16',
  wrap: 'M4 6h16M4 12h12a3.500 3.500 0 0 1 0 7h-3M15 16.500L12.500 19l2.500 2.500M4 19h5',
} as const;

interface Props {
  icon: keyof typeof outlines;
  label: string;
  onClick?: () => void;
  disabled?: boolean;
  /** Whether it is chosen; left out for what is done at once. */
  pressed?: boolean;
  /** Where it leads, for a download. */
  href?: string;
  download?: string;
}

/** A button of the viewer: a picture, its name on hover and focus. */
export function Tool({ icon, label, onClick, disabled = false, pressed, href, download }: Props) {
  const picture = (
    <svg
      viewBox="0 0 24 24"
      width={16}
      height={16}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={outlines[icon]} />
    </svg>
  );
  return (
    <Tooltip label={label} withinPortal={false}>
      {href === undefined ? (
        <ActionIcon
          variant={pressed === true ? 'light' : 'default'}
          aria-label={label}
          aria-pressed={pressed}
          disabled={disabled}
          onClick={onClick}
        >
          {picture}
        </ActionIcon>
      ) : (
        <ActionIcon component="a" variant="default" aria-label={label} href={href} download={download}>
          {picture}
        </ActionIcon>
      )}
    </Tooltip>
  );
}
