import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import type { AnswerId, Problem } from '#domain/kernel/index.ts'
import { loadTemplate } from '#local/index.ts'
import { EmptyState, ErrorState, Page, translateField, useAccount, useFormats, useProblemText } from '#ui/index.ts'
import { StoredTextNotice } from './discard-written.tsx'
import { discardDrafts } from './open-public.ts'
import { renderMunicipalityLine } from './place-line.tsx'
import { buildFormPath } from './public-place.ts'
import { AnswerLink, type AnswerLinkProps } from './to-answer.tsx'

export type FormUnavailableProps = {
  readonly problem: Problem
  readonly drafts: readonly AnswerId[]
  readonly onAgain: () => void
}

/** Shown if the form is closed or does not exist. Unsent text stays on this device until the user discards it. */
export function FormUnavailable({ problem, drafts, onAgain }: FormUnavailableProps) {
  const { t } = useLingui()
  const { local } = useAccount()
  const problemText = useProblemText()
  const discard = async (): Promise<void> => {
    await discardDrafts(local, drafts)
    onAgain()
  }
  return (
    <Page title={t`Form`} width="narrow">
      <ErrorState
        title={problemText(problem)}
        action={
          <a href="/publico/formularios">
            <Trans>Forms you can answer online</Trans>
          </a>
        }
      >
        <Trans>Ask the municipality that gave you this link.</Trans>
      </ErrorState>
      {drafts.length > 0 && (
        <StoredTextNotice onDiscard={discard}>
          <Trans>What you wrote before is still on this device. It was not sent.</Trans>
        </StoredTextNotice>
      )}
    </Page>
  )
}

/** Shown if this device has sent the only answer that the form accepts, or if another window sent the draft. */
export function AlreadyAnsweredPage({ answer }: AnswerLinkProps) {
  const { t, i18n } = useLingui()
  const { local } = useAccount()
  const formats = useFormats()
  const { template: form, version } = answer
  const template = useLiveQuery(async () => (await loadTemplate(local, form, version)) ?? null, [local, form, version])
  if (template === undefined) return null
  return (
    <Page
      title={template === null ? t`Form` : translateField(template, 'titulo', i18n.locale)}
      back={renderMunicipalityLine(template?.municipioInfo.nombre)}
      width="narrow"
    >
      <EmptyState
        title={<Trans>Form already answered</Trans>}
        action={
          <div className="r-row r-gap-x-16 r-middle">
            <AnswerLink answer={answer} />
            {template?.opcionales.singleAnswer === false && (
              <Button component="a" variant="default" href={buildFormPath(form)}>
                <Trans>Send another</Trans>
              </Button>
            )}
          </div>
        }
      >
        <Trans>This form was answered on this device on {formats.dateTime(answer.at)}.</Trans>
      </EmptyState>
    </Page>
  )
}
