import type { ComponentPropsWithRef } from 'react'
import { Button, type ButtonProps } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'

type DeleteButtonProps = Omit<ButtonProps, 'variant' | 'color' | 'leftSection'> &
  Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps>

const SIGN = <IconTrash size={20} aria-hidden="true" />
const SQUARE = { px: 0, w: 'var(--r-target)', flex: 'none' } as const

/** A delete button with the common colour and icon. Without text it needs an `aria-label`. */
export function DeleteButton({ children, ...props }: DeleteButtonProps) {
  const shape = children === undefined ? SQUARE : { leftSection: SIGN }
  return (
    <Button variant="subtle" color="var(--r-attention)" {...shape} {...props}>
      {children ?? SIGN}
    </Button>
  )
}
