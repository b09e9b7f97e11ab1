import { createLink } from '@tanstack/react-router'
import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import { isFramedView, isFrameScreenLink } from '../session/framed.ts'

type LinkedButtonProps = ButtonProps & Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps>

function LinkedButton(props: LinkedButtonProps) {
  if (isFramedView() && !isFrameScreenLink(props.href)) return null
  return <Button component="a" {...props} />
}

function LinkedText(props: AnchorProps & Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps>) {
  return <Anchor {...props} />
}

/** A link that looks like a button. For navigation; actions use buttons. */
export const LinkButton = createLink(LinkedButton)
export const TextLink = createLink(LinkedText)
