import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type Attributes = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps | keyof ButtonProps> & {
  ref?: Ref<HTMLAnchorElement>;
};

const MantineAnchor = (props: AnchorProps & Attributes) => <Anchor {...props} />;
const MantineButton = (props: ButtonProps & Attributes) => <Button component="a" {...props} />;

/** Typed links: an unknown address does not compile. */
export const Link = createLink(MantineAnchor);
export const ButtonLink = createLink(MantineButton);
