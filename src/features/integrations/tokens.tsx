import { useState } from 'react'
import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Trans, useLingui, Plural } from '@lingui/react/macro'
import { toProblem } from '#domain/endpoints/index.ts'
import {
  revokeToken,
  createToken,
  API_SCOPES,
  TOKEN_LIFETIME_DAYS,
  type Integrations,
  type ApiTokenListItem,
  type ApiScope,
  type TokenRestriction,
} from '#domain/integrations/index.ts'
import { getVisibleText } from '#domain/kernel/index.ts'
import {
  EmptyState,
  FormDialog,
  ListTable,
  notify,
  StatusBadge,
  useEndpointCall,
  useFormats,
  useProblemText,
  useConfirmedCall,
  type Column,
} from '#ui/index.ts'
import { RestrictionText, CheckboxChoices, RestrictionFields } from './restriction-fields.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { useScopeLabels, useScopeDescriptions } from './use-scope-names.ts'
import styles from './integrations.module.css'

type TokenDialogProps = {
  readonly id: string
  readonly integrations: Integrations
  readonly onMade: (made: { readonly name: string; readonly text: string }) => void
  readonly onClose: () => void
}

const TOKEN_LIFETIMES_DAYS = [30, TOKEN_LIFETIME_DAYS.usual, 180, TOKEN_LIFETIME_DAYS.most]

/** Creates a token with purpose, scopes, areas, forms and expiry. */
function TokenDialog({ id, integrations, onMade, onClose }: TokenDialogProps) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const names = useScopeDescriptions()
  const { act, busy, dialog } = useConfirmedCall(createToken)
  const [name, setName] = useState('')
  // Excludes `embed`, which allows answering in a user's name and has to be selected explicitly.
  const [scopes, setScopes] = useState<readonly ApiScope[]>(API_SCOPES.filter((scope) => scope !== 'embed'))
  const [restriction, setRestriction] = useState<TokenRestriction>({ areas: [], forms: [] })
  const [days, setDays] = useState<number>(TOKEN_LIFETIME_DAYS.usual)
  const [failure, setFailure] = useState<string | null>(null)

  async function make(): Promise<void> {
    if (getVisibleText(name) === '') return setFailure(t`Enter a name for the token.`)
    if (scopes.length === 0) return setFailure(t`Select at least one permission.`)
    setFailure(null)
    const outcome = await act({ id, body: { name, scopes: [...scopes], days, ...restriction } })
    if (outcome.kind !== 'ok') return setFailure(problemText(toProblem(outcome)))
    onMade({ name: outcome.value.token.name, text: outcome.value.text })
  }

  return (
    <FormDialog
      title={t`Create a token`}
      submit={<Trans>Create</Trans>}
      busy={busy}
      failure={failure}
      onSubmit={() => void make()}
      onClose={onClose}
    >
      <TextInput
        label={t`Name`}
        description={t`Name of the system that will use it.`}
        required
        maxLength={100}
        data-autofocus
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <CheckboxChoices
        label={t`Permissions`}
        choices={API_SCOPES.map((scope) => [scope, names[scope]])}
        value={scopes}
        onChange={(chosen) => setScopes(API_SCOPES.filter((scope) => chosen.includes(scope)))}
      />
      <RestrictionFields integrations={integrations} value={restriction} onChange={setRestriction} />
      <NativeSelect
        label={t`Valid for`}
        value={String(days)}
        onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
      >
        {TOKEN_LIFETIMES_DAYS.map((span) => (
          <option key={span} value={span}>
            <Plural value={span} one="# day" other="# days" />
          </option>
        ))}
      </NativeSelect>
      {dialog}
    </FormDialog>
  )
}

type TokensSectionProps = { readonly id: string; readonly integrations: Integrations }

/** The tokens of a municipality: scopes, restrictions, expiry, and last use. */
export function TokensSection({ id, integrations }: TokensSectionProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const labels = useScopeLabels()
  const [making, setMaking] = useState(false)
  const [made, setMade] = useState<{ readonly name: string; readonly text: string } | null>(null)
  const [revoking, setRevoking] = useState<ApiTokenListItem | null>(null)
  const columns: readonly Column<ApiTokenListItem>[] = [
    { head: t`Name`, key: 'name', by: ({ name }) => name, cell: ({ name }) => name },
    { head: t`Status`, key: 'status', card: 'side', cell: (token) => <TokenStatus token={token} /> },
    { head: t`Permissions`, key: 'scopes', cell: ({ scopes }) => scopes.map((scope) => labels[scope]).join(' · ') },
    {
      head: t`Areas and forms`,
      key: 'reach',
      spare: true,
      card: 'named',
      cell: (token) => <RestrictionText integrations={integrations} value={token} />,
    },
    {
      head: t`Valid until`,
      key: 'until',
      by: ({ expiresAt }) => expiresAt,
      card: 'named',
      cell: ({ expiresAt }) => formats.date(expiresAt),
    },
    {
      head: t`Last used`,
      key: 'used',
      by: ({ usedAt }) => usedAt,
      card: 'named',
      cell: ({ usedAt }) => (usedAt === undefined ? <Trans>Never</Trans> : formats.dateTime(usedAt)),
    },
    {
      head: t`Created by`,
      key: 'creator',
      by: ({ username }) => username,
      spare: true,
      card: 'named',
      cell: ({ username }) => username,
    },
    {
      head: t`Actions`,
      key: 'actions',
      card: 'actions',
      cell: (token) => (
        <Button variant="subtle" aria-label={t`Revoke ${token.name}`} onClick={() => setRevoking(token)}>
          <Trans>Revoke</Trans>
        </Button>
      ),
    },
  ]
  const make = (
    <Button leftSection={<IconPlus size={20} aria-hidden="true" />} onClick={() => setMaking(true)}>
      <Trans>Create a token</Trans>
    </Button>
  )
  return (
    <>
      {integrations.tokens.length === 0 ? (
        <EmptyState title={<Trans>No other system can read data of this municipality yet.</Trans>} action={make}>
          <Trans>A token lets another system read answers and forms, but never more than its creator can read.</Trans>
        </EmptyState>
      ) : (
        <>
          <Group className={styles['bar'] ?? ''}>{make}</Group>
          <ListTable
            name="tokens"
            label={t`Tokens`}
            columns={columns}
            items={integrations.tokens}
            all={integrations.tokens}
            keyOf={(token) => token.id}
          />
        </>
      )}
      {making && (
        <TokenDialog
          id={id}
          integrations={integrations}
          onMade={(token) => {
            setMaking(false)
            setMade(token)
          }}
          onClose={() => setMaking(false)}
        />
      )}
      {made !== null && (
        <SecretDialog
          title={t`The token “${made.name}”`}
          label={t`Token`}
          text={made.text}
          onClose={() => setMade(null)}
        >
          <Trans>Enter it in the other system, which sends it with each request.</Trans>
        </SecretDialog>
      )}
      {revoking !== null && <RevokeDialog id={id} token={revoking} onClose={() => setRevoking(null)} />}
    </>
  )
}

function TokenStatus({ token: { ended } }: { readonly token: ApiTokenListItem }) {
  return ended ? (
    <StatusBadge tone="attention">
      <Trans>Expired</Trans>
    </StatusBadge>
  ) : (
    <StatusBadge tone="received">
      <Trans>Active</Trans>
    </StatusBadge>
  )
}

type RevokeDialogProps = { readonly id: string; readonly token: ApiTokenListItem; readonly onClose: () => void }

function RevokeDialog({ id, token, onClose }: RevokeDialogProps) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const { act, busy } = useEndpointCall(revokeToken)
  const [failure, setFailure] = useState<string | null>(null)
  async function revoke(): Promise<void> {
    const outcome = await act({ id, token: token.id })
    if (outcome.kind !== 'ok') return setFailure(problemText(toProblem(outcome)))
    notify({ tone: 'received', text: t`The token is no longer valid.` })
    onClose()
  }
  return (
    <FormDialog
      danger
      title={t`Revoke “${token.name}”?`}
      submit={<Trans>Revoke</Trans>}
      busy={busy}
      failure={failure}
      onSubmit={() => void revoke()}
      onClose={onClose}
    >
      <p>
        <Trans>The system that uses it can no longer read anything. This cannot be undone.</Trans>
      </p>
    </FormDialog>
  )
}
