import { visibleText } from '#domain/kernel/index.ts'
import { useState } from 'react'
import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { listAreas, type ListedArea } from '#domain/places/index.ts'
import {
  DeleteButton,
  AdministrationParts,
  EmptyState,
  listOf,
  ListScreen,
  RenamingBadge,
  SearchField,
  useAsked,
  useCan,
  useListAddress,
  useWhileRenaming,
  wholeList,
  type Column,
  type TurnedTo,
} from '#ui/index.ts'
import { AreaDialog } from './area-dialog.tsx'
import { AreaUsersDialog } from './area-users-dialog.tsx'
import { DeleteAreaDialog } from './delete-area-dialog.tsx'

type Address = TurnedTo & { readonly buscar?: string }
type Open = { readonly kind: 'users' | 'rename' | 'delete'; readonly area: ListedArea } | { readonly kind: 'create' }

/** /areas: the areas of municipalities, 15 to a page; only ROLE_ADMIN does anything about them (part 1, point 2). */
export function AreasScreen() {
  const { t } = useLingui()
  const may = useCan()('manage', 'usuario')
  const { search, filter } = useListAddress<Address>()
  const { buscar = '', despues, antes } = search
  const [asked, again] = useAsked(listAreas, {
    ...(visibleText(buscar) === '' ? {} : { search: buscar }),
    after: despues,
    before: antes,
  })
  const [open, setOpen] = useState<Open | null>(null)
  const page = asked.kind === 'here' ? asked.value : undefined
  useWhileRenaming(page?.areas, again)
  const columns: readonly Column<ListedArea>[] = [
    { head: t`Area name`, cell: (area) => <Name area={area} /> },
    {
      head: t`Id`,
      card: 'named',
      cell: ({ id }) => <span className="r-code r-breaks">{id}</span>,
    },
    { head: t`Municipality`, card: 'named', cell: ({ municipio }) => municipio },
    { head: t`Province`, spare: true, card: 'named', cell: ({ provincia }) => provincia },
    { head: t`Country`, spare: true, card: 'named', cell: ({ pais }) => pais },
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
        above={<AdministrationParts />}
        filters={
          <search>
            <SearchField label={t`Area name`} sought={buscar} onSeek={(text) => filter({ buscar: text })} />
          </search>
        }
        list={listOf(asked, ({ areas, ...turns }) => wholeList(areas, turns))}
        again={again}
        label={t`Areas`}
        columns={columns}
        keyOf={({ path }) => path}
        failed={<Trans>There was an error obtaining the areas of the municipality</Trans>}
        empty={<EmptyState title={<Trans>There are no results.</Trans>} />}
        foot={page?.total !== undefined && <Plural value={page.total} one="# area" other="# areas" />}
      />
      {open?.kind === 'create' && <AreaDialog onClose={close} />}
      {open?.kind === 'users' && <AreaUsersDialog area={open.area} onClose={close} />}
      {open?.kind === 'rename' && <AreaDialog area={open.area} onClose={close} />}
      {open?.kind === 'delete' && <DeleteAreaDialog area={open.area} onClose={close} />}
    </>
  )
}

function Name({ area: { nombre, renaming } }: { readonly area: ListedArea }) {
  return (
    <span className="r-row r-gap-4 r-gap-x-8 r-middle r-breaks">
      {nombre}
      <RenamingBadge renaming={renaming} />
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
      <DeleteButton aria-label={t`Delete ${area.nombre}`} onClick={() => open({ kind: 'delete', area })}>
        <Trans>Delete</Trans>
      </DeleteButton>
    </Group>
  )
}
