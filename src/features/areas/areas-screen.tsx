import { useState } from 'react'
import { Button, Group, TextInput } from '@mantine/core'
import { useDebouncedCallback, useInterval } from '@mantine/hooks'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { listAreas } from '#domain/api/index.ts'
import type { ListedArea } from '#domain/places/index.ts'
import {
  EmptyState,
  listOf,
  ListScreen,
  StatusBadge,
  Turning,
  useAsked,
  useCan,
  useListAddress,
  wholeList,
  type Column,
  type TurnedTo,
} from '#ui/index.ts'
import { AreaUsersDialog } from './area-users-dialog.tsx'
import { CreateAreaDialog } from './create-area-dialog.tsx'
import { DeleteAreaDialog } from './delete-area-dialog.tsx'
import { RenameAreaDialog } from './rename-area-dialog.tsx'
import styles from './areas.module.css'

type Address = TurnedTo & { readonly buscar?: string }
type Open = { readonly kind: 'users' | 'rename' | 'delete'; readonly area: ListedArea } | { readonly kind: 'create' }

/** Milliseconds after the last key before the server is asked, and between two looks at a rename that goes on. */
const PAUSE = 250
const LOOK_AGAIN = 2_000

/** /areas: the areas of municipalities, 15 to a page; only ROLE_ADMIN does anything about them (part 1, point 2). */
export function AreasScreen() {
  const { t } = useLingui()
  const may = useCan()('manage', 'usuario')
  const { search, filter } = useListAddress<Address>()
  const { buscar = '', despues, antes } = search
  const [typed, setTyped] = useState(buscar)
  const seek = useDebouncedCallback((text: string) => filter({ buscar: text, despues: '', antes: '' }), PAUSE)
  const [asked, again] = useAsked(listAreas, {
    ...(buscar.trim() === '' ? {} : { search: buscar }),
    ...(despues === undefined ? {} : { after: despues }),
    ...(antes === undefined ? {} : { before: antes }),
  })
  const [open, setOpen] = useState<Open | null>(null)
  const page = asked.kind === 'here' ? asked.value : undefined
  const isRenaming = page?.areas.some(({ renaming }) => renaming !== undefined) === true
  useInterval(() => isRenaming && again(), LOOK_AGAIN, { autoInvoke: true })
  const columns: readonly Column<ListedArea>[] = [
    { head: t`Area name`, cell: (area) => <Name area={area} /> },
    { head: t`Id`, card: 'named', cell: ({ id }) => <span className="r-code">{id}</span> },
    { head: t`Municipality`, card: 'named', cell: ({ municipio }) => municipio },
    { head: t`Province`, card: 'named', cell: ({ provincia }) => provincia },
    { head: t`Country`, card: 'named', cell: ({ pais }) => pais },
    ...(may
      ? [
          {
            head: t`Actions`,
            card: 'actions',
            cell: (area) => <Actions area={area} open={setOpen} />,
          } satisfies Column<ListedArea>,
        ]
      : []),
  ]
  const close = () => setOpen(null)
  return (
    <>
      <ListScreen
        title={t`Areas`}
        actions={
          may && (
            <Button leftSection={<IconPlus size={20} aria-hidden="true" />} onClick={() => setOpen({ kind: 'create' })}>
              <Trans>Create area</Trans>
            </Button>
          )
        }
        filters={
          <search>
            <TextInput
              type="search"
              label={t`Area name`}
              leftSection={<IconSearch size={20} aria-hidden="true" />}
              value={typed}
              onChange={({ currentTarget: { value } }) => {
                setTyped(value.trimStart())
                seek(value.trimStart())
              }}
            />
          </search>
        }
        list={listOf(asked, ({ areas }) => wholeList(areas))}
        again={again}
        label={t`Areas`}
        columns={columns}
        keyOf={({ path }) => path}
        empty={<EmptyState title={<Trans>There are no results.</Trans>} />}
        foot={
          page !== undefined && (
            <>
              {page.total !== undefined && <Plural value={page.total} one="# area" other="# areas" />}
              <Turning next={page.next} previous={page.previous} />
            </>
          )
        }
      />
      {open?.kind === 'create' && <CreateAreaDialog onClose={close} />}
      {open?.kind === 'users' && <AreaUsersDialog area={open.area} onClose={close} />}
      {open?.kind === 'rename' && <RenameAreaDialog area={open.area} onClose={close} />}
      {open?.kind === 'delete' && <DeleteAreaDialog area={open.area} onClose={close} />}
    </>
  )
}

function Name({ area: { nombre, renaming } }: { readonly area: ListedArea }) {
  return (
    <span className={styles['name']}>
      {nombre}
      {renaming !== undefined && (
        <StatusBadge tone="waiting">
          <Trans>
            {renaming.done} of {renaming.total} forms renamed
          </Trans>
        </StatusBadge>
      )}
    </span>
  )
}

function Actions({ area, open }: { readonly area: ListedArea; readonly open: (what: Open) => void }) {
  const { t } = useLingui()
  return (
    <Group gap={4} wrap="nowrap">
      <Button variant="subtle" aria-label={t`Users of ${area.nombre}`} onClick={() => open({ kind: 'users', area })}>
        <Trans>Users</Trans>
      </Button>
      <Button variant="subtle" aria-label={t`Edit ${area.nombre}`} onClick={() => open({ kind: 'rename', area })}>
        <Trans>Edit</Trans>
      </Button>
      <Button variant="subtle" aria-label={t`Delete ${area.nombre}`} onClick={() => open({ kind: 'delete', area })}>
        <Trans>Delete</Trans>
      </Button>
    </Group>
  )
}
