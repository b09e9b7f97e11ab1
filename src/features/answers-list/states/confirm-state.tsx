import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { isStateChangeRepairable } from '#domain/answers/index.ts'
import type { State } from '#domain/templates/index.ts'
import { FormDialog, useFormTexts } from '#ui/index.ts'
import type { AnswerTableLine } from '../answer-lines.ts'
import { useKnownState } from './state-cell.tsx'

/** A state change that waits for the user's confirmation. */
export type StateQuestion = {
  readonly to: Pick<State, 'id' | 'nombre'>
  readonly submit: () => void
  readonly close: () => void
}

/** Whether the user must confirm a state change, because later changes cannot repair it. */
export function needsConfirmation(
  known: readonly State[],
  { standing }: AnswerTableLine,
  { id }: Pick<State, 'id'>,
): boolean {
  return standing !== null && known[id] !== undefined && !isStateChangeRepairable(known, standing.actual, id)
}

/** Asks before answers change to a state without a way back. */
export function StateConfirmation({ to, submit, close, following }: StateQuestion & { readonly following: number }) {
  const { t } = useLingui()
  const formText = useFormTexts()
  const known = useKnownState()
  const state = formText(known(to), 'nombre')
  return (
    <FormDialog
      title={t`Change to “${state}”?`}
      submit={<Plural value={following} one="Change the state of # answer" other="Change the state of # answers" />}
      danger
      onSubmit={submit}
      onClose={close}
    >
      <p>
        <Trans>This state has no way back: you can undo it for a few seconds, and not after that.</Trans>
      </p>
    </FormDialog>
  )
}
