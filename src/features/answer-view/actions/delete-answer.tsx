import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { Trans, useLingui } from '@lingui/react/macro'
import { formatReceivedAnswerName } from '#domain/answering/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { DeleteButton, AnswerCode, FormDialog, useProblemText } from '#ui/index.ts'
import type { ShownAnswer } from '../use-answer.ts'
import { useAnswerChange } from './use-change.ts'
import { useOfferedActions } from './use-offered.ts'

/** Button that deletes the answer. If a lock prevents it, the button is disabled and the reason is shown. */
export function DeleteAnswerButton({ shownAnswer }: { readonly shownAnswer: ShownAnswer }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const offered = useOfferedActions(shownAnswer)
  const lock = offered?.whyNotDeleted
  if (lock === undefined || lock?.code === 'access.forbidden') return null
  if (lock !== null) {
    const reason = lock.code === 'answer.locked-by-signature' ? t`Signed answers cannot be deleted.` : problemText(lock)
    // The list of actions gives the reason, unless it offers to complete the answer.
    const isSaid = offered?.acts.edit === false && offered.correctionProblem?.code === lock.code
    return (
      <>
        <DeleteButton disabled title={reason}>
          <Trans>Delete answer</Trans>
        </DeleteButton>
        {!isSaid && <p className="r-alone r-soft r-small">{reason}</p>}
      </>
    )
  }
  return (
    <DeleteAnswer
      answer={shownAnswer.stored}
      waits={shownAnswer.changes.some(({ state }) => state.kind !== 'quarantined')}
    />
  )
}

type DeleteAnswerProps = {
  readonly answer: Answer
  /** this device has pending changes of the answer, which must be sent before it can be deleted */
  readonly waits: boolean
}

/** Deletes the answer and returns to its list. */
function DeleteAnswer({ answer, waits }: DeleteAnswerProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const name = formatReceivedAnswerName(answer)
  const [asking, setAsking] = useState(false)
  const { make, busy } = useAnswerChange(answer, {
    done: t`The answer was deleted`,
    failed: t`The answer could not be deleted`,
  })
  async function go(): Promise<void> {
    const outcome = await make({ kind: 'answer.delete' })
    setAsking(false)
    if (outcome !== null && outcome.kind !== 'refused')
      await navigate({
        to: '/respuestas/listado/$id/{-$respuesta}',
        params: { id: answer.idPlantilla, respuesta: undefined },
        search: true,
      })
  }
  return (
    <>
      <DeleteButton disabled={waits} onClick={() => setAsking(true)}>
        <Trans>Delete answer</Trans>
      </DeleteButton>
      {waits && (
        <p className="r-alone r-soft r-small">
          <Trans>Available once the changes on this device have been sent</Trans>
        </p>
      )}
      <FormDialog
        danger
        opened={asking}
        title={t`Do you want to delete the answer?`}
        submit={<Trans>Delete answer</Trans>}
        busy={busy}
        onSubmit={() => void go()}
        onClose={() => setAsking(false)}
      >
        <p>
          {name !== '' && `${name} · `}
          <AnswerCode id={answer.id} code={answer.codigoMunicipio} />
        </p>
        <p>
          <Trans>
            The answer and its files will be deleted for all users. An administrator of the municipality can restore it
            for at least 30 days.
          </Trans>
        </p>
      </FormDialog>
    </>
  )
}
