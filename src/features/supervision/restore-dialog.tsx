import { useState } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { problemOf } from '#domain/endpoints/index.ts'
import { restoreAnswer, type DeletedLine } from '#domain/answers/index.ts'
import type { Problem } from '#domain/kernel/index.ts'
import { AnswerCode, FormDialog, notify, useAct, useProblemText } from '#ui/index.ts'
import { FormTitle } from './form-title.tsx'

type RestoreDialogProps = { readonly line: DeletedLine; readonly onClose: () => void }

/** Brings an answer back, or says what stands in the way and what would remove it. */
export function RestoreDialog({ line, onClose }: RestoreDialogProps) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const { act, busy } = useAct(restoreAnswer)
  const [failure, setFailure] = useState<string | null>(null)

  /** The words of a problem address the author of an answer; here the user reads about what others did. */
  function sayOf(problem: Problem): string {
    switch (problem.code) {
      case 'template.deleted':
        return t`Its form was deleted: there is no list that the answer could come back to.`
      case 'answer.limit-reached':
        return t`The form has as many answers as it takes. Raise its limit, or delete another answer, and try again.`
      case 'answer.already-answered':
        return t`The form takes one answer of each citizen, and this one has given another meanwhile.`
      case 'answer.missing':
        return t`It cannot be restored any more.`
      default:
        return problemText(problem)
    }
  }
  async function restore(): Promise<void> {
    const outcome = await act({ id: line.id })
    if (outcome.kind !== 'ok') return setFailure(sayOf(problemOf(outcome)))
    notify({ tone: 'received', text: t`The answer is restored. It is in the list of its form again.` })
    onClose()
  }

  return (
    <FormDialog
      title={t`Restore this answer?`}
      submit={<Trans>Restore</Trans>}
      busy={busy}
      failure={failure}
      onSubmit={() => void restore()}
      onClose={onClose}
    >
      <p>
        <AnswerCode id={line.id} code={line.codigoMunicipio} /> ·{' '}
        <FormTitle id={line.idPlantilla} title={line.titulo} />
      </p>
      <p>
        <Trans>
          It comes back as it was, with its code, its state and its files: to lists, to exports and to the devices of
          its author.
        </Trans>
      </p>
    </FormDialog>
  )
}
