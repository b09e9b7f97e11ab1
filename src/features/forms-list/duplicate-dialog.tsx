import { useState } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { duplicateTemplate, type FormSummary } from '#domain/templates/index.ts'
import { problemOf, type Failure } from '#domain/endpoints/index.ts'
import { firstAreaOf } from '#domain/places/index.ts'
import { newTemplateId, type AreaPath } from '#domain/kernel/index.ts'
import type { AreaEntry } from '#domain/sync/index.ts'
import { keepTemplate } from '#local/index.ts'
import { FormDialog, notify, useAccount, useAct, useFormTexts, useProfile } from '#ui/index.ts'
import { AnyArea } from './any-area.tsx'
import { useFailureText } from './failure-text.ts'
import { OwnArea } from './own-area.tsx'

type DuplicateDialogProps = {
  readonly template: FormSummary
  readonly areas: readonly AreaEntry[]
  readonly onClose: () => void
}

/** Into which area the copy goes: ROLE_ADMIN chooses among all, others among their own (part 1, point 2). */
export function DuplicateDialog({ template, areas, onClose }: DuplicateDialogProps) {
  const { t } = useLingui()
  const { local, sync } = useAccount()
  const { act } = useAct(duplicateTemplate)
  const profile = useProfile()
  const textOf = useFormTexts()
  const failureText = useFailureText()
  // Made once: pressing the button again after a lost reply makes no second copy.
  const [copy] = useState(() => newTemplateId(crypto.getRandomValues(new Uint8Array(16))))
  const [area, setArea] = useState<AreaPath | null>(null)
  const [refused, setRefused] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const title = textOf(template, 'titulo')

  async function duplicate(into: AreaPath): Promise<void> {
    setBusy(true)
    setFailure(null)
    const done = await act({ id: template.id, body: { id: copy, area: into } })
    if (done.kind === 'ok') {
      await keepTemplate(local, done.value.template)
      notify({ tone: 'received', text: t`The form was duplicated correctly` })
      await sync.sendNow()
      onClose()
      return
    }
    setBusy(false)
    setFailure(done)
  }

  function submit(): void {
    setRefused(area === null)
    if (area !== null) void duplicate(area)
  }

  const error = refused && area === null ? t`You must select a governmental area` : undefined
  const choose = { value: area, error, onChange: setArea }
  return (
    <FormDialog
      title={t`Duplicate “${title}”`}
      submit={<Trans>Duplicate</Trans>}
      busy={busy}
      failure={
        failure === null
          ? null
          : failureText(
              problemOf(failure),
              isGone(failure)
                ? t`An error occurred while duplicating the form, please reload the page`
                : t`An error occurred while duplicating the form, please try again`,
            )
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        <Trans>
          The copy has all sections and questions, and no answers. It is not connected to the management system and
          creates no incidents until you set that up. In another municipality it also has no appointment agenda and no
          discounts that need a code or are for certain people.
        </Trans>
      </p>
      {profile?.role === 'ROLE_ADMIN' ? (
        <AnyArea of={firstAreaOf(template)} {...choose} />
      ) : (
        <OwnArea areas={areas} {...choose} />
      )}
    </FormDialog>
  )
}

/** The form is not there any more: trying again will not help, a fresh list will. */
function isGone(failure: Failure): boolean {
  return (
    failure.kind === 'refused' &&
    ['template.missing', 'template.deleted', 'request.not-found'].includes(failure.problem.code)
  )
}
