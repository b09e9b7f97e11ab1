import { getVisibleText, unreachable } from '#domain/kernel/index.ts'
import { useState } from 'react'
import { Button, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import {
  listAreas,
  listAreaUsers,
  deleteArea,
  readAreaUse,
  type ListedArea,
  type AreaUsage,
  type AreaUser,
} from '#domain/places/index.ts'
import {
  AdministrationTabs,
  EmptyState,
  mapToList,
  FilterBar,
  ListScreen,
  RenamingBadge,
  RowMenu,
  SearchField,
  useEndpointData,
  useCan,
  useListAddress,
  useRefreshWhileRenaming,
  toListedPage,
  LoadablePart,
  Dialog,
  FormDialog,
  notify,
  useEndpointCall,
  useFailureText,
  type Column,
  type CursorSearch,
} from '#ui/index.ts'
import { AreaDialog } from './area-dialog.tsx'
import styles from './areas.module.css'

type Address = CursorSearch & { readonly buscar?: string }
type Open = { readonly kind: 'users' | 'rename' | 'delete'; readonly area: ListedArea } | { readonly kind: 'create' }

/** /areas: the areas of municipalities, 15 per page. Only ROLE_ADMIN may edit areas (part 1, point 2). */
export function AreasScreen() {
  const { t } = useLingui()
  const may = useCan()('manage', 'usuario')
  const { search, filter } = useListAddress<Address>()
  const { buscar = '', despues, antes } = search
  const [loadable, retry] = useEndpointData(listAreas, {
    ...(getVisibleText(buscar) === '' ? {} : { search: buscar }),
    after: despues,
    before: antes,
  })
  const [open, setOpen] = useState<Open | null>(null)
  const page = loadable.kind === 'here' ? loadable.value : undefined
  useRefreshWhileRenaming(page?.areas, retry)
  const columns: readonly Column<ListedArea>[] = [
    {
      head: t`Area name`,
      key: 'name',
      by: ({ nombre }) => nombre,
      cell: (area) => <Name area={area} open={may ? setOpen : undefined} />,
    },
    {
      head: t`ID`,
      key: 'id',
      by: ({ id }) => id,
      card: 'named',
      cell: ({ id }) => <span className="r-code r-breaks">{id}</span>,
    },
    {
      head: t`Municipality`,
      key: 'municipality',
      by: ({ municipio }) => municipio,
      card: 'named',
      cell: ({ municipio }) => municipio,
    },
    {
      head: t`Province`,
      key: 'province',
      by: ({ provincia }) => provincia,
      spare: true,
      card: 'named',
      cell: ({ provincia }) => provincia,
    },
    { head: t`Country`, key: 'country', by: ({ pais }) => pais, spare: true, card: 'named', cell: ({ pais }) => pais },
    ...(may
      ? [
          {
            head: t`Actions`,
            key: 'actions',
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
              <Trans>New area</Trans>
            </Button>
          )
        }
        above={<AdministrationTabs />}
        filters={
          <FilterBar
            search={<SearchField label={t`Area name`} query={buscar} onSeek={(text) => filter({ buscar: text })} />}
          />
        }
        list={mapToList(loadable, ({ areas, ...turns }) => toListedPage(areas, turns))}
        retry={retry}
        label={t`Areas`}
        name="areas"
        columns={columns}
        keyOf={({ path }) => path}
        failed={<Trans>The areas of the municipality could not be loaded.</Trans>}
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

type NameProps = { readonly area: ListedArea; readonly open: ((what: Open) => void) | undefined }

function Name({ area, open }: NameProps) {
  const { nombre } = area
  return (
    <span className="r-row r-gap-4 r-gap-x-8 r-middle r-breaks">
      {open === undefined ? (
        nombre
      ) : (
        <button type="button" data-opens className="r-accent" onClick={() => open({ kind: 'rename', area })}>
          {nombre}
        </button>
      )}
      <RenamingBadge renaming={area.renaming} />
    </span>
  )
}

function Actions({ area, open }: { readonly area: ListedArea; readonly open: (what: Open) => void }) {
  const { t } = useLingui()
  return (
    <RowMenu
      row={area.nombre}
      actions={[
        { name: t`Edit`, onClick: () => open({ kind: 'rename', area }) },
        { name: t`Users`, onClick: () => open({ kind: 'users', area }) },
        { name: t`Delete`, isDangerous: true, onClick: () => open({ kind: 'delete', area }) },
      ]}
    />
  )
}

/** Users of an area. */
function AreaUsersDialog({ area, onClose }: { readonly area: ListedArea; readonly onClose: () => void }) {
  const { t } = useLingui()
  const [loadable, retry] = useEndpointData(listAreaUsers, { area: area.path })
  return (
    <Dialog opened onClose={onClose} title={t`Users of ${area.nombre}`}>
      <LoadablePart loadable={loadable} retry={retry}>
        {({ users, total }) =>
          total === 0 ? (
            <p>
              <Trans>There are no users associated with this area.</Trans>
            </p>
          ) : (
            <People users={users} total={total} />
          )
        }
      </LoadablePart>
    </Dialog>
  )
}

type DeleteAreaDialogProps = { readonly area: ListedArea; readonly onClose: () => void }

/** Deletes an area. If its forms or users without another area prevent that, lists them (part 1, point 4). */
function DeleteAreaDialog({ area, onClose }: DeleteAreaDialogProps) {
  const { t } = useLingui()
  const failureText = useFailureText()
  const [loadable] = useEndpointData(readAreaUse, { area: area.path })
  const { act, busy } = useEndpointCall(deleteArea)
  const [failure, setFailure] = useState<string | null>(null)
  // The use of the area that a failed deletion reported. It is newer than the use requested when the dialog opened.
  const [found, setFound] = useState<AreaUsage | null>(null)
  const use = found ?? (loadable.kind === 'here' ? loadable.value : null)

  async function remove(): Promise<void> {
    setFailure(null)
    const outcome = await act({ body: { area: area.path } })
    if (outcome.kind !== 'ok') return setFailure(failureText(outcome, t`The area could not be deleted. Try again.`))
    if (outcome.value.use.kind !== 'free') return setFound(outcome.value.use)
    notify({ tone: 'received', text: t`The area was deleted` })
    onClose()
  }

  return (
    <FormDialog
      danger
      title={t`Delete ${area.nombre}?`}
      submit={<Trans>Delete</Trans>}
      busy={busy}
      disabled={use?.kind !== 'free'}
      failure={failure ?? (loadable.kind === 'failed' ? t`Could not check whether the area can be deleted.` : null)}
      onSubmit={() => void remove()}
      onClose={onClose}
    >
      {use !== null && <AreaUsageText use={use} />}
      {loadable.kind === 'loading' && (
        <div role="status" aria-label={t`Loading`}>
          <Skeleton height={48} />
        </div>
      )}
    </FormDialog>
  )
}

function AreaUsageText({ use }: { readonly use: AreaUsage }) {
  switch (use.kind) {
    case 'forms':
      return (
        <p>
          <Plural
            value={use.forms}
            one="This area cannot be deleted because it has # form. Delete the form or move it to another area first."
            other="This area cannot be deleted because it has # forms. Delete them or move them to another area first."
          />
        </p>
      )
    case 'only-area':
      return (
        <>
          <p>
            <Trans>
              The area cannot be deleted because these users have only this area. First assign them another one.
            </Trans>
          </p>
          <People users={use.users} total={use.total} />
        </>
      )
    case 'free':
      return use.users === 0 ? (
        <p>
          <Trans>No users or forms belong to this area.</Trans>
        </p>
      ) : (
        <p>
          <Plural
            value={use.users}
            one="# user will lose this area but keeps others."
            other="# users will lose this area but keep others."
          />{' '}
          <Trans>The answers of this area are kept.</Trans>
        </p>
      )
    default:
      return unreachable(use)
  }
}

/** Names of users. If there are very many, only the first are listed. */
function People({ users, total }: { readonly users: readonly AreaUser[]; readonly total: number }) {
  const more = total - users.length
  return (
    <ul className={`r-scrolls ${styles['users']}`}>
      {users.map(({ userMuniCore, nombre, email }) => (
        <li key={userMuniCore}>
          {nombre} ({userMuniCore}), {email}
        </li>
      ))}
      {more > 0 && (
        <li>
          <Plural value={more} one="and # more" other="and # more" />
        </li>
      )}
    </ul>
  )
}
