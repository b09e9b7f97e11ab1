import { useRef, useState } from 'react'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useLingui } from '@lingui/react/macro'
import '@mantine/core/styles/Menu.layer.css'
import '@mantine/core/styles/Popover.layer.css'

export type RowAction = {
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
