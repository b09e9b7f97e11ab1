import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { actorOfProfile } from '#domain/access/index.ts'
import { decomposeAnswer } from '#domain/answering/index.ts'
import {
  toQuestionAddress,
  listNextStates,
  findActionRefusal,
  toConflictResolution,
  acceptProposedChange,
  getCurrentValueAtConflict,
} from '#domain/corrections/index.ts'
import type { Answer, Conflict } from '#domain/answers/index.ts'
import {
  LazyConflictValues,
  formatActionAuthor,
  LinkButton,
  PageSection,
  useFormats,
  useProblemText,
  useProfile,
} from '#ui/index.ts'
import { useAnswerChange } from '../actions/use-change.ts'
import type { ShownAnswer } from '../use-answer.ts'

/** Conflicting changes with both values, to be resolved by users who may decide conflicts. */
export function ConflictList({ shownAnswer }: { readonly shownAnswer: ShownAnswer }) {
  const { t } = useLingui()
  const profile = useProfile()
  const problemText = useProblemText()
  const { answer, stored, version } = shownAnswer
  const decided = new Set(
    shownAnswer.changes.flatMap(({ mutation, state }) =>
      mutation.kind === 'answer.correct' && state.kind !== 'quarantined'
        ? mutation.resolves.map((resolve) => `${resolve.mutation}${resolve.at}`)
        : [],
    ),
  )
  const open = stored.conflicts.filter((conflict) => {
    const { mutation, at } = toConflictResolution(conflict)
    return conflict.resolved === undefined && !decided.has(`${mutation}${at}`)
  })
  if (open.length === 0) return null
  const actor = profile === null ? null : actorOfProfile(profile)
  const mayDecide = actor !== null && findActionRefusal('decide', actor, stored, version ?? undefined) === null
  // A locked form prevents new corrections, but conflicts can still be resolved.
  const lock = actor === null ? null : findActionRefusal('correct', actor, stored, version ?? undefined)
  return (
    <PageSection title={t`Open conflicts`}>
      <p className="r-soft">
        <Trans>Two people changed the same question. Both values are kept until someone decides.</Trans>
      </p>
      {lock !== null && lock.code !== 'access.forbidden' && <p className="r-soft">{problemText(lock)}</p>}
      <ul className="r-column r-gap-12 r-plain">
        {open.map((conflict) => {
          const { mutation, at } = toConflictResolution(conflict)
          const now = getCurrentValueAtConflict(answer, conflict)
          return (
            <LazyConflictValues
              key={`${mutation}${at}`}
              conflict={conflict}
              answer={stored}
              version={version}
              now={now}
              nowBy={<LastEdit answer={stored} conflict={conflict} />}
            >
              {mayDecide && <Decision answer={answer} stored={stored} conflict={conflict} mayWrite={lock === null} />}
            </LazyConflictValues>
          )
        })}
      </ul>
    </PageSection>
  )
}

/** User and time of the last correction of the value, if there is one. */
function LastEdit({ answer, conflict }: { readonly answer: Answer; readonly conflict: Conflict }) {
  const formats = useFormats()
  const edit =
    conflict.kind === 'value'
      ? answer.editsBySupervisor.findLast(({ editedAnswers }) =>
          editedAnswers.answers.some((value) => toQuestionAddress(value) === conflict.address),
        )
      : undefined
  if (edit === undefined) return null
  return `${formatActionAuthor(edit.madeBy)} · ${formats.dateTime(edit.sentDateTime)}`
}

type DecisionProps = {
  readonly answer: Answer
  readonly stored: Answer
  readonly conflict: Conflict
  /** the user may enter a value different from the two in conflict */
  readonly mayWrite: boolean
}

function Decision({ answer, stored, conflict, mayWrite }: DecisionProps) {
  const { t } = useLingui()
  const { make, busy } = useAnswerChange(stored, {
    done: t`Resolved`,
    failed: t`The decision could not be saved`,
  })
  const resolves = [toConflictResolution(conflict)]
  const nothing = { values: [], conditions: [], rows: [] }
  const keep = () => make({ kind: 'answer.correct', correction: nothing, resolves })
  async function acceptProposal(): Promise<void> {
    if (conflict.kind === 'state') {
      const outcome = await make({
        kind: 'answer.changeState',
        from: answer.estados?.actual ?? conflict.current,
        to: conflict.proposed,
      })
      if (outcome !== null && outcome.kind !== 'refused') await keep()
    } else if (conflict.kind !== 'rows')
      await make({
        kind: 'answer.correct',
        correction: acceptProposedChange(decomposeAnswer(answer), answer, conflict),
        resolves,
      })
  }
  const canAcceptProposal =
    conflict.kind === 'state'
      ? listNextStates(answer).some(({ id }) => id === conflict.proposed)
      : // Row counts do not say which rows are meant, so rows are added and removed in the form.
        conflict.kind !== 'rows'
  return (
    <>
      <Button variant="default" disabled={busy} onClick={() => void keep()}>
        <Trans>Keep the current value</Trans>
      </Button>
      {canAcceptProposal && (
        <Button variant="default" disabled={busy} onClick={() => void acceptProposal()}>
          <Trans>Use the proposed value</Trans>
        </Button>
      )}
      {mayWrite && conflict.kind !== 'state' && (
        <LinkButton
          to="/correctForm/$id"
          params={{ id: stored.id }}
          variant="subtle"
          leftSection={<IconPencil size={20} aria-hidden="true" />}
        >
          <Trans>Enter another value</Trans>
        </LinkButton>
      )}
    </>
  )
}
