import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconDownload, IconFileImport, IconShieldLock, IconUserPlus } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { listUsers, exportUsers, type ListedUser, type UserSortOrder } from '#domain/users/index.ts'
import {
  AdministrationTabs,
  EmptyState,
  mapToList,
  ListScreen,
  PageActions,
  StatusBadge,
  useEndpointData,
  useCan,
  useFormats,
  useListAddress,
  useRoleNames,
  toListedPage,
  downloadFile,
  notify,
  useEndpointCall,
  useFailureText,
  type Column,
} from '#ui/index.ts'
import { CreateUserDialog } from './create-dialog.tsx'
import { FactorRuleDialog } from './factor-rule-dialog.tsx'
import { EditUserDialog } from './edit-dialog.tsx'
import { ImportUsersDialog } from './import/import-dialog.tsx'
import { toUserFormValues, useRequestedUser } from './requested.ts'
import { useColumnChoice } from './use-column-choice.tsx'
import { toUsersFilter, toUsersQuery, UsersFilters, type UsersUrlParams } from './users-filters.tsx'
import styles from './users.module.css'

/** Keys of the columns that are shown on request. */
const OPTIONAL_COLUMNS: readonly string[] = ['email', 'municipality', 'updated', 'updater']

/** /usuarios: all users, or for ROLE_SUPERVISOR_ELEVADO those of their municipality (part 1, points 2 and 5). */
export function UsersScreen() {
  const { t } = useLingui()
  const can = useCan()
  const formats = useFormats()
  const roles = useRoleNames()
  const { search, filter } = useListAddress<UsersUrlParams>()
  const [loadable, retry] = useEndpointData(listUsers, toUsersQuery(search))
  const [open, setOpen] = useState<'new' | 'import' | 'rule' | ListedUser | null>(null)
  const requested = useRequestedUser()
  const exporting = useExporting()
  const page = loadable.kind === 'here' ? loadable.value : undefined
  const { order, descending } = toUsersQuery(search)
  const sorts = (by: UserSortOrder): Pick<Column<ListedUser>, 'sort' | 'sorted'> => {
    const direction = descending === undefined ? 'ascending' : 'descending'
    const isDescending = order === by && descending === undefined
    return { sorted: order === by ? direction : undefined, sort: () => filter({ orden: isDescending ? `${by}-` : by }) }
  }
  const allColumns: readonly Column<ListedUser>[] = [
    {
      head: t`Name and username`,
      key: 'name',
      ...sorts('username'),
      cell: (user) => (
        <span className={`r-column r-gap-0 ${styles['who']}`}>
          <UserName user={user} open={setOpen} />
          <span className="r-soft r-small">{user.userMuniCore}</span>
        </span>
      ),
    },
    { head: t`Areas`, key: 'areas', card: 'named', cell: (user) => <AreaNames user={user} /> },
    { head: t`Role`, key: 'role', ...sorts('role'), card: 'named', cell: ({ role }) => roles[role] },
    {
      head: t`Status`,
      key: 'status',
      card: 'side',
      cell: ({ deactivatedAt }) =>
        deactivatedAt === undefined ? (
          <StatusBadge tone="received">
            <Trans>Active</Trans>
          </StatusBadge>
        ) : (
          <StatusBadge tone="held">
            <Trans>Deactivated</Trans>
          </StatusBadge>
        ),
    },
    {
      head: t`Last access`,
      key: 'access',
      card: 'named',
      cell: ({ ultimoAcceso }) => (
        <span className={styles['moment']}>{ultimoAcceso === undefined ? '–' : formats.dateTime(ultimoAcceso)}</span>
      ),
    },
    {
      head: t`E-mail`,
      key: 'email',
      ...sorts('email'),
      card: 'named',
      cell: ({ email }) => <EmailAddress email={email} />,
    },
    { head: t`Municipality`, key: 'municipality', card: 'named', cell: ({ municipality }) => municipality.nombre },
    {
      head: t`Last change`,
      key: 'updated',
      ...sorts('updated'),
      card: 'named',
      cell: ({ lastUpdate }) => (
        <span className={styles['moment']}>{lastUpdate === undefined ? '–' : formats.dateTime(lastUpdate)}</span>
      ),
    },
    { head: t`Changed by`, key: 'updater', card: 'named', cell: ({ lastUpdateBy = '–' }) => lastUpdateBy },
    {
      head: t`Actions`,
      key: 'actions',
      card: 'actions',
      cell: (user) =>
        can('update', { kind: 'usuario_municipio', document: toUserSubject(user) }) && (
          <Button variant="subtle" onClick={() => setOpen(user)} aria-label={t`Edit ${user.userMuniCore}`}>
            <Trans>Edit</Trans>
          </Button>
        ),
    },
  ]
  const { columns, choice } = useColumnChoice('users', allColumns, OPTIONAL_COLUMNS)
  const close = () => setOpen(null)
  return (
    <>
      <ListScreen
        title={t`Users`}
        actions={
          <PageActions
            primary={
              <Button leftSection={<IconUserPlus size={20} aria-hidden="true" />} onClick={() => setOpen('new')}>
                <Trans>New user</Trans>
              </Button>
            }
          >
            <Button
              variant="default"
              leftSection={<IconFileImport size={20} aria-hidden="true" />}
              onClick={() => setOpen('import')}
            >
              <Trans>Import</Trans>
            </Button>
            <Button
              variant="default"
              leftSection={<IconDownload size={20} aria-hidden="true" />}
              loading={exporting.busy}
              onClick={() => exporting.run(toUsersFilter(search))}
            >
              <Trans>Export</Trans>
            </Button>
            {can('manage', 'usuario') && (
              <Button
                variant="default"
                leftSection={<IconShieldLock size={20} aria-hidden="true" />}
                onClick={() => setOpen('rule')}
              >
                <Trans>Second factor</Trans>
              </Button>
            )}
          </PageActions>
        }
        above={<AdministrationTabs />}
        filters={<UsersFilters filter={search} change={filter} />}
        list={mapToList(loadable, ({ users, ...turns }) => toListedPage(users, turns))}
        retry={retry}
        label={t`Users`}
        name={{ name: 'users', choice }}
        columns={columns}
        keyOf={({ id }) => id}
        empty={<EmptyState title={<Trans>There are no results.</Trans>} />}
        foot={page?.total !== undefined && <Plural value={page.total} one="# user" other="# users" />}
      />
      {open === 'new' && <CreateUserDialog onClose={close} />}
      {open === 'rule' && <FactorRuleDialog onClose={close} />}
      {requested.request !== undefined && (
        <CreateUserDialog
          begin={toUserFormValues(requested.request)}
          request={requested.request.id}
          onClose={requested.leave}
        />
      )}
      {open === 'import' && <ImportUsersDialog onClose={close} />}
      {typeof open === 'object' && open !== null && (
        <EditUserDialog id={open.id} name={open.userMuniCore} onClose={close} />
      )}
    </>
  )
}

type UserNameProps = { readonly user: ListedUser; readonly open: (user: ListedUser) => void }

/** The user's name, as a button that opens the user if the signed-in user may edit them. */
function UserName({ user, open }: UserNameProps) {
  const can = useCan()
  const name = `${user.firstName} ${user.lastName}`.trim() || user.userMuniCore
  if (!can('update', { kind: 'usuario_municipio', document: toUserSubject(user) })) return name
  return (
    <button type="button" data-opens className="r-accent" onClick={() => open(user)}>
      {name}
    </button>
  )
}

/** An address that is broken before its @ if necessary. */
function EmailAddress({ email }: Pick<ListedUser, 'email'>) {
  return (
    <span className="r-breaks">
      {email.split('@')[0]}
      <wbr />
      {email.slice(email.indexOf('@'))}
    </span>
  )
}

/** The first area, and the number of the others, which are in the title. */
function AreaNames({ user: { areas } }: { readonly user: ListedUser }) {
  const names = areas.map(({ nombre, path }) => (nombre === '' ? path.slice(path.lastIndexOf('/') + 1) : nombre))
  const more = names.length - 1
  return (
    <span title={names.join(', ')}>
      {names[0]}
      {more > 0 && (
        <>
          {' '}
          <Plural value={more} one="and # more" other="and # more" />
        </>
      )}
    </span>
  )
}

/** The properties of a user that `can` checks. */
function toUserSubject({ role, areas, municipality }: ListedUser) {
  return { roles: [role], areas: areas.map(({ path }) => path), municipalityPath: municipality.path } as const
}

type UsersFilter = ReturnType<typeof toUsersFilter>

/** Exports the filtered users as a CSV file. A failure creates no file. The server logs each batch. */
function useExporting() {
  const { t } = useLingui()
  const failureText = useFailureText()
  const { act } = useEndpointCall(exportUsers)
  const [busy, setBusy] = useState(false)

  async function taken(sought: UsersFilter): Promise<readonly ListedUser[] | null> {
    const users: ListedUser[] = []
    for (let after: string | undefined; ;) {
      const outcome = await act({ body: { sought: { ...sought, ...(after === undefined ? {} : { after }) } } })
      if (outcome.kind !== 'ok') {
        notify({ tone: 'attention', text: failureText(outcome, t`The users could not be exported.`) })
        return null
      }
      users.push(...outcome.value.users)
      after = outcome.value.next
      if (after === undefined) return users
    }
  }

  async function run(sought: UsersFilter): Promise<void> {
    setBusy(true)
    const users = await taken(sought)
    const writer = users === null ? null : await import('#documents/index.ts').catch(() => null)
    if (users !== null && writer !== null)
      downloadFile(writer.writeUsersCsv(users), 'usuarios.csv', 'text/csv;charset=utf-8')
    setBusy(false)
  }

  return { busy, run: (sought: UsersFilter) => void run(sought) }
}
