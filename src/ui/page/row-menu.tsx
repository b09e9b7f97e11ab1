import { useRef, useState, type ReactNode } from 'react'
import { ActionIcon, Button, Menu, Popover } from '@mantine/core'
import { IconChevronDown, IconDots } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useIsPhone } from './use-wide.ts'
import styles from './row-menu.module.css'
import '@mantine/core/styles/Menu.layer.css'
import '@mantine/core/styles/Popover.layer.css'

type RowAction = {
  readonly name: string
  readonly onClick: () => void
  /** whether the action removes or blocks something */
  readonly isDangerous?: boolean
  readonly isDisabled?: boolean
}

type RowMenuProps = {
  /** name of the row, for screen readers */
  readonly row: string
  readonly actions: readonly RowAction[]
}

/** The actions of a table's row. */
export function RowMenu({ row, actions }: RowMenuProps) {
  const { t } = useLingui()
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(false)
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      menuItemTabIndex={0}
      returnFocus
    >
      <Menu.Target>
        <ActionIcon ref={button} variant="subtle" size="var(--r-target)" aria-label={t`Actions for ${row}`}>
          <IconDots size={22} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={t`Actions for ${row}`}>
        {actions.map(({ name, onClick, isDangerous = false, isDisabled = false }) => (
          <Menu.Item
            key={name}
            mih="var(--r-target)"
            disabled={isDisabled}
            {...(isDangerous && { c: 'var(--r-attention)' })}
            onClick={() => {
              // Focuses this button, so that the focus returns to it when a dialog of the action closes.
              button.current?.focus()
              onClick()
            }}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

type PageActionsProps = {
  /** the button or link of the page's main action */
  readonly primary?: ReactNode
  /** the other buttons and links */
  readonly children: ReactNode
}

/** The actions of a page. On phones all but the primary one are in a menu, so that the content is in view. */
export function PageActions({ primary, children }: PageActionsProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState(false)
  if (!useIsPhone())
    return (
      <>
        {children}
        {primary}
      </>
    )
  return (
    <>
      {primary}
      <div className={styles['menu']}>
        {/* Keeps the actions while the menu is closed, because they have dialogs of their own. */}
        <Popover
          opened={opened}
          onChange={setOpened}
          position="bottom-end"
          withinPortal={false}
          keepMounted
          keepMountedMode="display-none"
          withRoles={false}
          returnFocus
        >
          <Popover.Target>
            <Button
              ref={button}
              variant="default"
              aria-expanded={opened}
              rightSection={<IconChevronDown size={20} aria-hidden="true" />}
              onClick={() => setOpened(!opened)}
            >
              <Trans>More</Trans>
            </Button>
          </Popover.Target>
          <Popover.Dropdown
            p={4}
            onClickCapture={() => {
              // Clicks in a dialog of an action arrive here as well.
              if (!opened) return
              // Focuses this button, so that the focus returns to it when a dialog of the action closes.
              button.current?.focus()
              setOpened(false)
            }}
          >
            <div className={`r-column r-gap-0 ${styles['actions']}`}>{children}</div>
          </Popover.Dropdown>
        </Popover>
      </div>
    </>
  )
}
