import { Button, Group } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { Trans, useLingui } from '@lingui/react/macro'
import { decideUserRequest, listUserRequests, problemOf } from '#domain/api/index.ts'
import type { UserRequest } from '#domain/documents/index.ts'
import {
  EmptyState,
  listOf,
  ListScreen,
  notify,
  useAct,
  useAsked,
  useFormats,
  useProblemText,
  wholeList,
  type Column,
} from '#ui/index.ts'

/** /solicitudes: who wants an account, and is known to the single sign-on provider. */
export function UserRequestsScreen() {
  const { t } = useLingui()
  const formats = useFormats()
  const [asked, again] = useAsked(listUserRequests, {})
  const columns: readonly Column<UserRequest>[] = [
    { head: t`Name`, cell: ({ name, username }) => name || username },
    { head: t`E-mail`, cell: ({ email }) => email || t`not verified` },
    { head: t`Username`, cell: ({ username }) => username },
    { head: t`Last attempt`, cell: ({ at }) => formats.dateTime(at) },
    { head: t`Actions`, card: 'actions', cell: (request) => <Decide request={request} /> },
  ]
  return (
    <ListScreen
      title={t`Requests for an account`}
      subtitle={<Trans>They have signed in with single sign-on, and have no account in Relevo.</Trans>}
      list={listOf(asked, ({ requests }) => wholeList(requests))}
      again={again}
      label={t`Requests for an account`}
      columns={columns}
      keyOf={({ id }) => id}
      empty={<EmptyState title={<Trans>Nobody waits for an account.</Trans>} />}
    />
  )
}

function Decide({ request: { id, name, username, email } }: { readonly request: UserRequest }) {
  const { t } = useLingui()
  const textOf = useProblemText()
  const { act, busy } = useAct(decideUserRequest)
  const router = useRouter()
  const who = name || username || email
  async function decide(accepted: boolean): Promise<void> {
    const outcome = await act({ id, body: { accepted } })
    if (outcome.kind !== 'ok') return notify({ tone: 'attention', text: textOf(problemOf(outcome)) })
    notify({
      tone: 'received',
      text: accepted ? t`Accepted. Make the account with this e-mail or username.` : t`Dismissed.`,
    })
    if (accepted) void router.navigate({ to: '/usuarios' })
  }
  return (
    <Group gap="xs">
      <Button
        variant="subtle"
        loading={busy}
        onClick={() => void decide(true)}
        aria-label={t`Accept the request of ${who}`}
      >
        <Trans>Accept</Trans>
      </Button>
      <Button
        variant="subtle"
        disabled={busy}
        onClick={() => void decide(false)}
        aria-label={t`Dismiss the request of ${who}`}
      >
        <Trans>Dismiss</Trans>
      </Button>
    </Group>
  )
}
