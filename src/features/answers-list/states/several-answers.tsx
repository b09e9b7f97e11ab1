import { useContext, useState } from 'react'
import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { State } from '#domain/templates/index.ts'
import { MAX_ANSWERS_PER_PAGE, type MutationId, type TemplateId } from '#domain/kernel/index.ts'
import { EMPTY_ANSWER_FILTER } from '#domain/answers/index.ts'
import { withdrawChange } from '#local/index.ts'
import { notify, StatusIcon, UndoBar, useAccount, useProblemText, useServerPdf, useFormTexts } from '#ui/index.ts'
import type { AnswerTableRow } from '../answer-lines.ts'
import { ExportAnswersButton } from '../export/export-answers.tsx'
import { formatLineName } from './name-of-line.ts'
import { needsConfirmation, StateConfirmation, type StateDecisions } from '../steps/decide.tsx'
import { DecisionUndo } from '../steps/decision-bar.tsx'
import { KnownStatesContext, useKnownState } from './state-cell.tsx'
import type { SelectMoreState } from './use-choose-more.ts'
import { useChangeOutcomeText } from './use-fate-text.ts'
import {
  resolveAfterMilliseconds,
  UNDO_PERIOD_MS,
  useStateChanges,
  type StateChangeResult,
} from './use-state-changes.ts'
import styles from './states.module.css'

type SeveralProps = {
  readonly template: TemplateId
  /** whether the user may change states */
  readonly mayMove: boolean
  readonly chosen: readonly AnswerTableRow[]
  readonly clear: () => void
  readonly moved: () => void
  /** selects answers beyond the page; offered if exactly the answers of the page are selected and the list has more */
  readonly more?: SelectMoreState | undefined
  /** state changes in the rows; missing beside an open answer, which offers to undo them */
  readonly decisions: StateDecisions | undefined
}

/** Bulk actions for selected answers: PDF, export, or a new state. Shows the result for each answer. */
export function SelectionBar({ template, mayMove, chosen, clear, moved, more, decisions }: SeveralProps) {
  const { t } = useLingui()
  const formText = useFormTexts()
  const known = useKnownState()
  const knownStates = useContext(KnownStatesContext)
  const [isAsking, setAsking] = useState(false)
  const { move, done } = useStateChanges()
  const pdf = useServerPdf()
  const problemText = useProblemText()
  const [picked, setPicked] = useState<number>()
  const formatChangeOutcome = useChangeOutcomeText()
  const { local } = useAccount()
  const [failures, setFailures] = useState<readonly StateChangeResult[]>([])
  const [undoable, setUndoable] = useState<HeldChanges | null>(null)
  const states = mayMove ? listNextStatesOfAnswers(chosen) : []
  const target = states.find(({ id }) => id === picked) ?? states[0]
  const to = target?.id
  // Excludes answers whose current state does not allow the transition, or is being changed in their row.
  const movable = chosen.filter(
    (line) => decisions?.about(line) === undefined && line.standing?.next.some(({ id }) => id === to),
  )
  async function run(): Promise<void> {
    setAsking(false)
    if (target === undefined) return
    decisions?.showSeveral(movable, target)
    const results = await move(movable, target.id, (ids) => {
      clear()
      setUndoable(ids.length === 0 ? null : { ids, lines: movable, state: formText(known(target), 'nombre') })
      void resolveAfterMilliseconds(UNDO_PERIOD_MS).then(() => setUndoable(null))
    })
    decisions?.settleSeveral(results)
    const all = results.filter(({ fate }) => fate.kind !== 'withdrawn')
    const failed = all.filter((stateChangeResult) => formatChangeOutcome(stateChangeResult).tone === 'attention')
    const isSaved = all.some(({ fate }) => fate.kind === 'waiting')
    const [sum, count] = [all.length - failed.length, all.length]
    if (sum > 0)
      notify(
        isSaved
          ? { tone: 'waiting', text: t`Saved on this device, to be sent automatically: ${sum} of ${count}.` }
          : { tone: 'received', text: t`State changed for ${sum} of ${count}.` },
      )
    setFailures(failed)
    moved()
  }
  async function undo({ ids, lines }: HeldChanges): Promise<void> {
    setUndoable(null)
    const undone = await Promise.all(ids.map((id) => withdrawChange(local, id)))
    if (undone.every((result) => result.ok && result.value))
      decisions?.settleSeveral(lines.map((line) => ({ line, fate: { kind: 'withdrawn' } })))
    const sent = undone.filter((result) => !result.ok || !result.value).length
    const all = ids.length
    notify(
      sent === 0
        ? { tone: 'received', text: t`Undone. No state was changed.` }
        : { tone: 'attention', text: t`Already sent, so they can no longer be undone: ${sent} of ${all}.` },
    )
  }
  const following = movable.length
  const isFinal = target !== undefined && movable.some((line) => needsConfirmation(knownStates, line, target))
  const count = chosen.length
  return (
    <>
      {count > 0 && (
        <section className={`r-pad-12 ${styles['several']}`} aria-label={t`Selected answers`}>
          <Group gap="8px 12px" align="end">
            <strong aria-live="polite">
              <Plural value={count} one="# answer selected" other="# answers selected" />
            </strong>
            {more !== undefined && (
              <Button variant="subtle" loading={more.busy} onClick={() => void more.run()}>
                {more.all === null ? (
                  <Trans>Select the first {MAX_ANSWERS_PER_PAGE} in the list</Trans>
                ) : (
                  <Trans>Select all {more.all} in the list</Trans>
                )}
              </Button>
            )}
            {states.length > 0 && (
              <>
                <NativeSelect
                  label={t`Change state to`}
                  value={String(to ?? '')}
                  onChange={(event) => setPicked(Number(event.currentTarget.value))}
                  data={states.map((state) => ({ value: String(state.id), label: formText(known(state), 'nombre') }))}
                />
                <Button
                  loading={done !== null}
                  disabled={to === undefined || undoable !== null}
                  onClick={() => (isFinal ? setAsking(true) : void run())}
                >
                  <Plural value={following} one="Change the state of # answer" other="Change the state of # answers" />
                </Button>
              </>
            )}
            <Button
              variant="default"
              loading={pdf.busy}
              onClick={() => void pdf.make({ answerId: chosen.map(({ id }) => id) })}
            >
              <Trans>Generate one PDF</Trans>
            </Button>
            <ExportAnswersButton
              template={template}
              filter={EMPTY_ANSWER_FILTER}
              narrowed
              answers={chosen.map(({ id }) => id)}
            />
            <Button variant="subtle" disabled={done !== null} onClick={clear}>
              <Trans>Clear selection</Trans>
            </Button>
            <span role="alert">
              {more !== undefined && more.problem !== null && problemText(more.problem)}
              {pdf.problem !== null && `${t`The PDF could not be generated`}. ${problemText(pdf.problem)}`}
            </span>
            {states.length > 0 && following < count && (
              <span>
                <Plural
                  value={count - following}
                  one="# of them cannot change to this state."
                  other="# of them cannot change to this state."
                />
              </span>
            )}
          </Group>
        </section>
      )}
      {decisions?.question}
      {isAsking && target !== undefined && (
        <StateConfirmation to={target} following={following} submit={() => void run()} close={() => setAsking(false)} />
      )}
      <UndoBar
        what={undoable && <HeldChange {...undoable} />}
        verb={<Trans>Undo</Trans>}
        onUndo={() => undoable !== null && void undo(undoable)}
        onClose={() => setUndoable(null)}
      />
      <div className={styles['undo']}>
        <DecisionUndo
          last={decisions?.last}
          verb={<Trans>Undo</Trans>}
          onUndo={(decision) => void decisions?.undo(decision)}
          onDismiss={() => decisions?.dismiss()}
        />
      </div>
      {failures.length > 0 && <Failures failures={failures} onClose={() => setFailures([])} />}
    </>
  )
}

type HeldChanges = {
  readonly ids: readonly MutationId[]
  readonly lines: readonly AnswerTableRow[]
  readonly state: string
}

function HeldChange({ ids: { length }, state }: HeldChanges) {
  return <Plural value={length} one={`# answer: ${state}`} other={`# answers: ${state}`} />
}

/** States that at least one of the answers can change to, in the form's order. */
function listNextStatesOfAnswers(lines: readonly AnswerTableRow[]): readonly Pick<State, 'id' | 'nombre'>[] {
  const all = lines.flatMap(({ standing }) => standing?.next ?? [])
  return [...new Map(all.map((state) => [state.id, state])).values()].toSorted((a, b) => a.id - b.id)
}

/** Lists the answers whose state was not changed, each with its reason. */
function Failures({
  failures,
  onClose,
}: {
  readonly failures: readonly StateChangeResult[]
  readonly onClose: () => void
}) {
  const { t } = useLingui()
  const outcomeText = useChangeOutcomeText()
  return (
    <section className={`r-pad-12 r-round ${styles['failures']}`} role="alert" aria-label={t`State not changed`}>
      <Stack gap="xs" align="start">
        <strong>
          <Plural
            value={failures.length}
            one="The state of # answer did not change"
            other="The state of # answers did not change"
          />
        </strong>
        <ul className={`r-column r-plain ${styles['report']}`}>
          {failures.map((changed) => {
            const { tone, text } = outcomeText(changed)
            return (
              <li key={changed.line.id}>
                <StatusIcon tone={tone} />
                {changed.line.name !== '' && `${changed.line.name} `}
                <span className="r-code">{formatLineName(changed.line)}</span>
                <span>{text}</span>
              </li>
            )
          })}
        </ul>
        <Button variant="default" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </Stack>
    </section>
  )
}
