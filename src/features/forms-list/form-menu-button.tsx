import type { ComponentPropsWithRef } from 'react'
import { ActionIcon, type ActionIconProps } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useLingui } from '@lingui/react/macro'

type FormMenuButtonProps = {
  readonly form: string
  readonly title: string
} & ActionIconProps &
  Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps | 'title' | 'form'>

export function FormMenuButton({ form, title, ...props }: FormMenuButtonProps) {
  const { t } = useLingui()
  return (
    <ActionIcon variant="default" data-menu-of={form} aria-label={t`More actions for ${title}`} {...props}>
      <IconDots size={22} aria-hidden="true" />
    </ActionIcon>
  )
}

/** Focuses a form's menu button after a dialog is closed. Not found by id, as the menu component sets the id. */
export function focusFormMenu(form: string): void {
  const menus = document.querySelectorAll<HTMLElement>('[data-menu-of]')
  ;[...menus].find(({ dataset }) => dataset['menuOf'] === form)?.focus()
}
