import { useId, useState, type ComponentPropsWithRef, type ReactElement } from 'react'
import { createLink } from '@tanstack/react-router'
import { Menu, type MenuItemProps } from '@mantine/core'
import { IconChartBar, IconCopy, IconEdit, IconTrash, IconUserEdit, IconLock } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { countAnswers, type FormSummary } from '#domain/templates/index.ts'
import { useCan, useEndpointData } from '#ui/index.ts'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import type { FormMenuProps, FormMenuEntry } from './form-menu.tsx'
import { FormMenuButton } from './form-menu-button.tsx'
import styles from './form-menu.module.css'

function LinkedItem(props: MenuItemProps & Omit<ComponentPropsWithRef<'a'>, keyof MenuItemProps>) {
  return <Menu.Item component="a" {...props} />
}

const MenuLink = createLink(LinkedItem)
const icon = { size: 20, 'aria-hidden': true } as const

type FormMenuPanelProps = FormMenuProps & { readonly entries: readonly FormMenuEntry[] }

/** Initially open, because the file is loaded when the user opens the menu. */
export function FormMenuPanel({ template, title, ask, entries }: FormMenuPanelProps) {
  const { t } = useLingui()
  const [opened, setOpened] = useState(true)
  const note = useId()
  const can = useCan()
  const items: Readonly<Record<FormMenuEntry, ReactElement>> = {
    edit: (
      // Preloads the editor, the largest screen, while the menu is open.
      <MenuLink
        key="edit"
        to="/editar/$id/{-$tipo}"
        params={{ id: template.id }}
        preload="render"
        aria-describedby={note}
        leftSection={<IconEdit {...icon} />}
      >
        <Trans>Edit</Trans>
      </MenuLink>
    ),
    statistics: (
      <MenuLink
        key="statistics"
        to="/estadisticas/$id"
        params={{ id: template.id }}
        leftSection={<IconChartBar {...icon} />}
      >
        <Trans>See statistics</Trans>
      </MenuLink>
    ),
    mine: (
      <MenuLink
        key="mine"
        to="/misRespuestas/$id"
        params={{ id: template.id }}
        leftSection={<IconUserEdit {...icon} />}
      >
        <Trans>My answers</Trans>
      </MenuLink>
    ),
    duplicate: can('duplicate', { kind: 'formulario', document: template }) ? (
      <Menu.Item
        key="duplicate"
        leftSection={<IconCopy {...icon} />}
        onClick={() => ask({ kind: 'duplicate', template })}
      >
        <Trans>Duplicate</Trans>
      </Menu.Item>
    ) : (
      <MenuLink
        key="duplicate"
        to="/editar/$id/{-$tipo}"
        params={{ id: 'nuevo', tipo: 'formulario' }}
        search={{ desde: template.id }}
        leftSection={<IconCopy {...icon} />}
      >
        <Trans>Duplicate</Trans>
      </MenuLink>
    ),
    delete: (
      <Menu.Item
        key="delete"
        className={styles['danger'] ?? ''}
        leftSection={<IconTrash {...icon} />}
        onClick={() => ask({ kind: 'delete', template })}
      >
        <Trans>Delete</Trans>
      </Menu.Item>
    ),
  }
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={240}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      menuItemTabIndex={0}
      returnFocus
    >
      <Menu.Target>
        <FormMenuButton form={template.id} title={title} />
      </Menu.Target>
      <Menu.Dropdown className={styles['menu'] ?? ''} aria-label={t`Actions for ${title}`}>
        {entries.map((entry) => items[entry])}
        {entries.includes('edit') && !template.opcionales.editableForm && (
          <LockedNote id={note} template={template} copied={entries.includes('duplicate')} />
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

type LockedNoteProps = {
  /** id for aria-describedby, as a menu has no live regions */
  readonly id: string
  readonly template: FormSummary
  /** whether the user may duplicate the form */
  readonly copied: boolean
}

/** Note that answers lock the form. Empty until the server replies, and last in the menu, so that no item moves. */
function LockedNote({ id, template, copied }: LockedNoteProps) {
  const [loadable] = useEndpointData(countAnswers, { id: template.id })
  const answers = loadable.kind === 'here' ? loadable.value.answers : 0
  return (
    <div id={id} className={`r-line r-pad-8 r-top r-soft r-note ${styles['locked']}`}>
      {answers > 0 && (
        <>
          <IconLock size={18} aria-hidden="true" />
          <span>
            <Plural value={answers} one="Locked because it has # answer." other="Locked because it has # answers." />{' '}
            {copied && <Trans>Duplicate it and edit the copy.</Trans>}
          </span>
        </>
      )}
    </div>
  )
}
