import { type ReactNode, useEffect, useRef, useState } from 'react'
import { IconArrowDown, IconArrowUp, IconArrowsMove, IconCopy, IconDotsVertical, IconTrash } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { useEditorStore } from '../store/editor-context.tsx'
import { openMoveDialog } from '../store/editor-store.ts'
import type { DraggedPart } from './drag-data.ts'
import styles from './order.module.css'
import { useMoves } from './use-moves.ts'

type PartMenuProps = {
  readonly part: DraggedPart
  readonly name: string
  readonly onDuplicate: () => void
  readonly onRemove: () => void
  /** further items, above the delete item */
  readonly children?: ReactNode
}

/**
 * Menu of a section, condition or question. Rendered when its button is pressed, as forms have thousands of menus.
 */
export function PartMenu(props: PartMenuProps) {
  const { t } = useLingui()
  const [used, setUsed] = useState(false)
  const { name } = props
  const label = t`More actions: ${name}`
  if (used) return <OpenMenu {...props} label={label} />
  return (
    <ActionIcon
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      color="gray"
      onClick={() => setUsed(true)}
    >
      <IconDotsVertical size={22} aria-hidden="true" />
    </ActionIcon>
  )
}

/** Padding that keeps a menu above the bar at the bottom of the window (`WorkBar`), px. */
export function computeMenuPadding() {
  const { style } = document.documentElement
  return { top: 8, bottom: 8 + (Number.parseFloat(style.getPropertyValue('--r-work-bar')) || 0) }
}

function OpenMenu({ part, label, onDuplicate, onRemove, children }: PartMenuProps & { readonly label: string }) {
  const store = useEditorStore()
  const moves = useMoves()
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // Focuses the button before opening, as it has replaced the pressed button: on closing, the menu restores the focus
  // to it.
  useEffect(() => {
    button.current?.focus({ preventScroll: true })
    setOpened(true)
  }, [])
  return (
    // Rendered inside the main landmark and with the first item focused, as ARIA and axe require.
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      middlewares={{ flip: { padding: computeMenuPadding() }, shift: true }}
      width={240}
      classNames={{ item: styles['menu-item'] ?? '', dropdown: styles['menu'] ?? '' }}
      portalProps={{ target: '#main' }}
      withInitialFocusPlaceholder={false}
      menuItemTabIndex={0}
      returnFocus
    >
      <Menu.Target>
        <ActionIcon ref={button} aria-label={label} color="gray">
          <IconDotsVertical size={22} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCopy size={20} aria-hidden="true" />} onClick={onDuplicate}>
          <Trans>Duplicate</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowUp size={20} aria-hidden="true" />} onClick={() => moves.by(part, -1)}>
          <Trans>Move up</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowDown size={20} aria-hidden="true" />} onClick={() => moves.by(part, 1)}>
          <Trans>Move down</Trans>
        </Menu.Item>
        {(part.kind === 'section' || part.kind === 'question') && (
          <Menu.Item
            leftSection={<IconArrowsMove size={20} aria-hidden="true" />}
            onClick={() => openMoveDialog(store, part)}
          >
            <Trans>Move to…</Trans>
          </Menu.Item>
        )}
        {children}
        <Menu.Item
          color="var(--r-attention)"
          leftSection={<IconTrash size={20} aria-hidden="true" />}
          onClick={onRemove}
        >
          <Trans>Delete</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
