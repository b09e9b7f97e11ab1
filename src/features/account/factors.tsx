import { useState } from 'react'
import { Button, Group } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import {
  beginFactor,
  listFactors,
  removeFactor,
  renewRecovery,
  type SecondFactorListItem,
} from '#domain/sessions/index.ts'
import { toProblem, type ReplyOf } from '#domain/endpoints/index.ts'
import type { Problem } from '#domain/kernel/index.ts'
import {
  DeleteButton,
  LazyAddFactorForm,
  LoadablePart,
  Banner,
  Dialog,
  EmptyState,
  FormDialog,
  Item,
  ItemList,
  notify,
  PageSection,
  LazyRecoveryCodes,
  useAccount,
  useEndpointData,
  useConfirmedAction,
  useConfirmedCall,
  useFormats,
  useProblemText,
  chooseLanguage,
} from '#ui/index.ts'

type OwnFactorsReply = ReplyOf<typeof listFactors>
type FactorAction =
  | { readonly kind: 'add'; readonly setup: ReplyOf<typeof beginFactor> }
  | { readonly kind: 'renew' }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | { readonly kind: 'remove'; readonly factor: SecondFactorListItem }

/** Whether the browser supports passkeys, which it does only over HTTPS or on localhost. */
const HAS_PASSKEYS = 'PublicKeyCredential' in globalThis

export function FactorsSection() {
  const { t } = useLingui()
  const [loadable, retry] = useEndpointData(listFactors, {})
  return (
    <PageSection title={t`Second factor`}>
      <LoadablePart loadable={loadable} retry={retry}>
        {(own) => (own.password ? <OwnFactors own={own} retry={retry} /> : <SsoFactorNote />)}
      </LoadablePart>
    </PageSection>
  )
}

function SsoFactorNote() {
  return (
    <p>
      <Trans>You use single sign-on. Second factors are set up there.</Trans>
    </p>
  )
}

function OwnFactors({ own, retry }: { readonly own: OwnFactorsReply; readonly retry: () => void }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const { ask } = useAccount()
  const { confirmed, dialog } = useConfirmedAction()
  const [doing, setDoing] = useState<FactorAction | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [begun, setBegun] = useState<'app' | 'passkey' | null>(null)
  const close = () => setDoing(null)

  /**
   * Begins the setup before a dialog is shown, because the user may have to confirm their identity first. Takes
   * seconds, because the server hashes the recovery codes.
   */
  async function begin(kind: 'app' | 'passkey'): Promise<void> {
    setProblem(null)
    setBegun(kind)
    const may = await confirmed(() => ask(beginFactor, { body: { kind } }))
    setBegun(null)
    if (may.kind === 'ok') setDoing({ kind: 'add', setup: may.value })
    else if (toProblem(may).code !== 'session.confirm-required') setProblem(toProblem(may))
  }

  return (
    <>
      {own.factors.length === 0 ? (
        <EmptyState title={<Trans>Only your password protects this account.</Trans>}>
          <Trans>
            With a second factor, someone who learns your password still cannot sign in. Relevo keeps working offline on
            this device.
          </Trans>
        </EmptyState>
      ) : (
        <ItemList label={t`Second factors`}>
          {own.factors.map((factor) => (
            <FactorItem key={factor.id} factor={factor} onRemove={() => setDoing({ kind: 'remove', factor })} />
          ))}
        </ItemList>
      )}
      {problem !== null && (
        <div role="alert">
          <Banner tone="attention">{problemText(problem)}</Banner>
        </div>
      )}
      <Group gap="xs">
        <Button variant="default" loading={begun === 'app'} disabled={begun !== null} onClick={() => void begin('app')}>
          <Trans>Add an authenticator app</Trans>
        </Button>
        {HAS_PASSKEYS && (
          <Button
            variant="default"
            loading={begun === 'passkey'}
            disabled={begun !== null}
            onClick={() => void begin('passkey')}
          >
            <Trans>Add a passkey</Trans>
          </Button>
        )}
        {own.factors.length > 0 && (
          <Button variant="subtle" onClick={() => setDoing({ kind: 'renew' })}>
            <Trans>Generate new recovery codes</Trans>
          </Button>
        )}
      </Group>
      {own.factors.length > 0 && (
        <p>
          <Plural value={own.recoveryLeft} one="# recovery code is left." other="# recovery codes are left." />
        </p>
      )}
      {doing?.kind === 'add' && (
        <Dialog
          opened
          onClose={close}
          closeOnClickOutside={false}
          title={doing.setup.kind === 'app' ? t`Add an authenticator app` : t`Add a passkey`}
        >
          <LazyAddFactorForm
            kind={doing.setup.kind}
            ask={ask}
            setup={doing.setup}
            onCancel={close}
            onAdded={() => {
              notify({ tone: 'received', text: t`Second factor added. You must sign in again on your other devices.` })
              retry()
              close()
            }}
          />
        </Dialog>
      )}
      {doing?.kind === 'remove' && (
        <RemoveFactorDialog factor={doing.factor} last={own.factors.length === 1} onClose={close} />
      )}
      {doing?.kind === 'renew' && (
        <RenewCodesDialog onRenewed={(codes) => setDoing({ kind: 'codes', codes })} onClose={close} />
      )}
      {doing?.kind === 'codes' && (
        <Dialog opened onClose={close} closeOnClickOutside={false} title={t`Recovery codes`}>
          <LazyRecoveryCodes codes={doing.codes} onKept={close} />
        </Dialog>
      )}
      {dialog}
    </>
  )
}

function FactorItem({ factor, onRemove }: { readonly factor: SecondFactorListItem; readonly onRemove: () => void }) {
  const { t } = useLingui()
  const formats = useFormats()
  const { name, kind, addedAt, lastUsedAt } = factor
  const added = formats.dateTime(addedAt)
  const used = lastUsedAt === undefined ? '' : formats.dateTime(lastUsedAt)
  return (
    <Item
      title={name}
      details={[
        kind === 'app' ? t`Authenticator app` : t`Passkey`,
        t`Added: ${added}`,
        ...(used === '' ? [] : [t`Last used: ${used}`]),
      ]}
    >
      <DeleteButton onClick={onRemove} aria-label={t`Remove ${name}, added ${added}`}>
        <Trans>Remove</Trans>
      </DeleteButton>
    </Item>
  )
}

type RemoveProps = { readonly factor: SecondFactorListItem; readonly last: boolean; readonly onClose: () => void }

function RemoveFactorDialog({ factor, last, onClose }: RemoveProps) {
  const { t, i18n } = useLingui()
  const problemText = useProblemText()
  const { act, busy, dialog } = useConfirmedCall(removeFactor)
  const [problem, setProblem] = useState<Problem | null>(null)
  async function submit(): Promise<void> {
    setProblem(null)
    const outcome = await act({ id: factor.id, language: chooseLanguage(i18n.locale) })
    if (outcome.kind !== 'ok') return setProblem(toProblem(outcome))
    notify({ tone: 'received', text: t`Second factor removed. You must sign in again on your other devices.` })
    onClose()
  }
  return (
    <FormDialog
      danger
      title={t`Remove ${factor.name}?`}
      submit={<Trans>Remove</Trans>}
      busy={busy}
      failure={problem === null ? null : problemText(problem)}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>
        {last ? (
          <Trans>
            This is your last second factor. Only your password will protect your account and your recovery codes will
            stop working.
          </Trans>
        ) : (
          <Trans>You will no longer be able to sign in with it.</Trans>
        )}{' '}
        <Trans>Your other devices will be signed out but keep their unsent work.</Trans>
      </p>
      {dialog}
    </FormDialog>
  )
}

type RenewProps = { readonly onRenewed: (codes: readonly string[]) => void; readonly onClose: () => void }

function RenewCodesDialog({ onRenewed, onClose }: RenewProps) {
  const { t, i18n } = useLingui()
  const problemText = useProblemText()
  const { act, busy, dialog } = useConfirmedCall(renewRecovery)
  const [problem, setProblem] = useState<Problem | null>(null)
  async function submit(): Promise<void> {
    setProblem(null)
    const outcome = await act({ body: { language: chooseLanguage(i18n.locale) } })
    if (outcome.kind === 'ok') onRenewed(outcome.value.recovery)
    else setProblem(toProblem(outcome))
  }
  return (
    <FormDialog
      title={t`Generate new recovery codes?`}
      submit={<Trans>Generate new codes</Trans>}
      busy={busy}
      failure={problem === null ? null : problemText(problem)}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>
        <Trans>Your current codes will stop working.</Trans>
      </p>
      {dialog}
    </FormDialog>
  )
}
