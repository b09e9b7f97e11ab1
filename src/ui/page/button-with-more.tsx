import type { ReactNode } from 'react'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'

/** A variant of an action, in the menu beside its button. */
export type SplitButtonItem = {
  readonly key: string
  readonly icon: ReactNode
  readonly text: ReactNode
  readonly onClick: () => void
}

/** Distance that a menu keeps from the window's upper and lower edge, px. */
const EDGE = { top: 64, bottom: 72 }

type ButtonWithMoreProps = {
  /** the button of the usual variant */
  readonly children: ReactNode
  readonly items: readonly SplitButtonItem[]
  /** name of the menu */
  readonly label: string
  readonly variant: 'default' | 'subtle'
}

/** A button and the variants of its action, in a menu. Without variants there is no menu. */
export function SplitButton({ children, items, label, variant }: ButtonWithMoreProps) {
  if (items.length === 0) return children
  return (
    <Button.Group>
      {children}
      <Menu
        position="bottom-end"
        // Opens upwards instead of reaching the lower edge or the bottom bar of phones.
        middlewares={{ flip: { padding: EDGE }, shift: { padding: 8 } }}
        // Inside the main landmark, as axe requires.
        withinPortal={false}
        withInitialFocusPlaceholder={false}
        menuItemTabIndex={0}
        returnFocus
      >
        <Menu.Target>
          <Button variant={variant} px="xs" aria-label={label}>
            <IconChevronDown size={20} aria-hidden="true" />
          </Button>
        </Menu.Target>
        <Menu.Dropdown aria-label={label}>
          {items.map(({ key, icon, text, onClick }) => (
            <Menu.Item key={key} leftSection={icon} onClick={onClick}>
              {text}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  )
}
