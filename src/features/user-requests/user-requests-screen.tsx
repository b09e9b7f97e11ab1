import { useState } from 'react'
import { useRouter } from '@tanstack/react-router'
import { Trans, useLingui } from '@lingui/react/macro'
import { decideUserRequest, listUserRequests, type UserRequest } from '#domain/sessions/index.ts'
import { toProblem } from '#domain/endpoints/index.ts'
import {
  AdministrationTabs,
  EmptyState,
  FormDialog,
  mapToList,
  ListScreen,
  notify,
  RowMenu,
  useConfirmedCall,
  useEndpointData,
  useFormats,
  useListAddress,
  useProblemText,
  toListedPage,
  type Column,
  type CursorSearch,
} from '#ui/index.ts'

/** /solicitudes: account requests from users known to the single sign-on provider. */
export function UserRequestsScreen() {
  const { t } = useLingui()
  const formats = useFormats()
  const { despues, antes } = useListAddress<CursorSearch>().search
  const [loadable, retry] = useEndpointData(listUserRequests, {
    after: despues,
    before: antes,
  })
  const columns: readonly Column<UserRequest>[] = [
    {
      head: t`Name`,
      key: 'name',
      by: formatRequester,
      cell: (request) => formatRequester(request) || t`Without a name`,
    },
    {
      head: t`E-mail`,
      key: 'email',
      by: ({ email }) => email,
      card: 'named',
      cell: ({ email }) => email || t`not verified`,
    },
    {
      head: t`Username`,
      key: 'username',
      by: ({ username }) => username,
      card: 'named',
      cell: ({ username }) => username || '–',
    },
    { head: t`Last attempt`, key: 'at', by: ({ at }) => at, card: 'named', cell: ({ at }) => formats.dateTime(at) },
    { head: t`Actions`, key: 'actions', card: 'actions', cell: (request) => <Decide request={request} /> },
  ]
  return (
    <ListScreen
      title={t`Account requests`}
      subtitle={<Trans>People who signed in with single sign-on but have no account in Relevo.</Trans>}
      above={<AdministrationTabs />}
      list={mapToList(loadable, ({ requests, ...turns }) => toListedPage(requests, turns))}
      retry={retry}
      label={t`Account requests`}
      name="requests"
      columns={columns}
      keyOf={({ id }) => id}
      empty={<EmptyState title={<Trans>There are no account requests.</Trans>} />}
    />
  )
}

/** The user's name, or otherwise username or e-mail, because the provider may not know all of them. */
function formatRequester({ name, username, email }: UserRequest): string {
  return name || username || email
}

/**
 * Actions to accept or dismiss a request. Accepting opens a prefilled dialog, and creating the account resolves the
 * request.
 */
function Decide({ request }: { readonly request: UserRequest }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const { act, busy, dialog } = useConfirmedCall(decideUserRequest)
  const router = useRouter()
  const who = formatRequester(request)
  const [asking, setAsking] = useState(false)
  async function decide(accepted: boolean): Promise<void> {
    const outcome = await act({ id: request.id, body: { accepted } })
    if (outcome.kind !== 'ok') return notify({ tone: 'attention', text: problemText(toProblem(outcome)) })
    notify({ tone: 'received', text: accepted ? t`Account linked.` : t`Request dismissed.` })
  }
  const accept = (): void => void router.navigate({ to: '/usuarios', state: { request } })
  return (
    <>
      <RowMenu
        row={who}
        actions={[
          request.account === undefined
            ? { name: t`Accept`, onClick: accept, isDisabled: busy }
            : {
                name: t`Link ${who} to the account ${request.username}`,
                onClick: () => setAsking(true),
                isDisabled: busy,
              },
          { name: t`Dismiss`, onClick: () => void decide(false), isDisabled: busy, isDangerous: true },
        ]}
      />
      {asking && (
        <FormDialog
          title={t`Link ${who} to the account ${request.username}?`}
          submit={<Trans context="verb">Link</Trans>}
          busy={busy}
          onSubmit={() => void decide(true).then(() => setAsking(false))}
          onClose={() => setAsking(false)}
        >
          <p>
            <Trans>
              An account with this username and a password already exists. First make sure that it belongs to this
              person, who will then sign in to it with single sign-on.
            </Trans>
          </p>
        </FormDialog>
      )}
      {dialog}
    </>
  )
}
