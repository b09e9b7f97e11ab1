import { useId, useState } from 'react'
import { Switch } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { canBePublic } from '#domain/access/index.ts'
import type { FormSummary, FormTemplate } from '#domain/templates/index.ts'
import type { TemplateId } from '#domain/kernel/index.ts'
import { toProblem, type RequestSender, type RequestOutcome } from '#domain/endpoints/index.ts'
import { storeTemplate } from '#local/index.ts'
import { FormDialog, notify, useAccount, useCan } from '#ui/index.ts'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { useFormFailureText } from './failure-text.ts'
import styles from './forms-list.module.css'

/**
 * Switch between public and private. A change is also stored on this device, without waiting for the next pull. Forms
 * that require an identified citizen stay private, with an explanation.
 */
export function ScopeSwitch({ template, title }: { readonly template: FormSummary; readonly title: string }) {
  const { t } = useLingui()
  const { ask, local, sync } = useAccount()
  const can = useCan()
  const failureText = useFormFailureText()
  const hint = useId()
  const [isAsking, setAsking] = useState(false)
  const [wanted, setWanted] = useState<{
    readonly publico: boolean
    readonly over: number
    readonly accepted: boolean
  } | null>(null)
  const current = wanted !== null && wanted.over === template.version ? wanted : null
  const publico = current?.publico ?? template.opcionales.publico
  const open = canBePublic(template)
  const address = buildPublicFormUrl(template.id)
  const may = can('publish', { kind: 'formulario', document: template })

  async function change(next: boolean): Promise<void> {
    const request = { publico: next, over: template.version }
    setWanted({ ...request, accepted: false })
    const outcome = await setScope(ask, template.id, next)
    if (outcome.kind !== 'ok') {
      setWanted(null)
      notify({
        tone: 'attention',
        text: failureText(toProblem(outcome), t`The form could not be made public or private. Try again.`),
      })
      return
    }
    setWanted({ ...request, accepted: true })
    await storeTemplate(local, outcome.value.template)
    notify({
      tone: 'received',
      text: next ? t`${title} is now public` : t`${title} is now private`,
    })
    await sync.sendNow()
  }

  return (
    <div className={`r-row r-gap-4 r-gap-x-12 r-middle r-target ${styles['scope']}`}>
      <Switch
        size="lg"
        checked={publico}
        disabled={!may || (!open && !publico) || current?.accepted === false}
        aria-label={t`Public: ${title}`}
        aria-describedby={open ? undefined : hint}
        onChange={({ currentTarget }) => (currentTarget.checked ? setAsking(true) : void change(false))}
      />
      {publico && current?.accepted !== false ? (
        <a href={address} target="_blank" rel="noreferrer" aria-label={t`Public page of ${title}`}>
          <Trans>Public page</Trans>
        </a>
      ) : (
        <span aria-hidden="true" className={styles['scope-word']}>
          {publico ? <Trans>Public</Trans> : <Trans>Private</Trans>}
        </span>
      )}
      {isAsking && (
        <FormDialog
          title={t`Make “${title}” public?`}
          submit={<Trans>Make public</Trans>}
          onSubmit={() => {
            setAsking(false)
            void change(true)
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            <Trans>
              Anyone can then see and answer it without an account at <span className="r-breaks">{address}</span>
            </Trans>
          </p>
          <p>
            {!template.opcionales.linkOnly && <Trans>It appears in the municipality’s list of public forms.</Trans>}{' '}
            <Trans>Answers already received are not shown.</Trans>
          </p>
        </FormDialog>
      )}
      {!open && (
        <span id={hint} className={`r-soft r-small ${styles['note']}`}>
          <Trans>Always private: answers are linked to a citizen</Trans>
        </span>
      )}
    </div>
  )
}

/** The form's public URL. */
function buildPublicFormUrl(id: TemplateId): string {
  return `${location.origin}/publico/contestar/${id}`
}

/** Changes the scope on the server. If the endpoint's code cannot be loaded, the result is "offline". */
async function setScope(
  ask: RequestSender,
  id: TemplateId,
  publico: boolean,
): Promise<RequestOutcome<{ readonly template: FormTemplate }>> {
  const room = await import('./change-scope.ts').catch(() => undefined)
  return room === undefined
    ? { kind: 'retry', problem: { code: 'network.unreachable' } }
    : ask(room.setTemplateScope, { id, body: { publico } })
}
