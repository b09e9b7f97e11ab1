import { useState } from 'react'
import { Button, NativeSelect } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { State } from '#domain/documents/index.ts'
import type { TemplateId } from '#domain/kernel/index.ts'
import { NO_FILTER } from '#domain/sync/index.ts'
import { Dialog, StatusIcon, useProblemText, useServerPdf } from '#ui/index.ts'
import type { AnswerLine } from '../answer-lines.ts'
import { ExportAnswers } from '../export/export-answers.tsx'
import { nameOfLine } from './name-of-line.ts'
import { useFateText } from './use-fate-text.ts'
import { useStateChanges, type StateChanged } from './use-state-changes.ts'
import styles from './states.module.css'

type SeveralProps = {
  readonly template: TemplateId
  /** this person moves answers from state to state */
  readonly mayMove: boolean
  readonly chosen: readonly AnswerLine[]
  readonly clear: () => void
  readonly moved: () => void
}

/** What may be done with several answers of a list at once: one PDF or one file of all, or another state, and what became of each. */
export function SeveralAnswers({ template, mayMove, chosen, clear, moved }: SeveralProps) {
  const { t } = useLingui()
  const { move, done } = useStateChanges()
  const pdf = useServerPdf()
  const textOf = useProblemText()
  const [picked, setPicked] = useState<number>()
  const [report, setReport] = useState<readonly StateChanged[] | null>(null)
  const states = mayMove ? statesAfter(chosen) : []
  const to = states.some(({ id }) => id === picked) ? picked : states[0]?.id
  async function run(): Promise<void> {
    if (to === undefined) return
    // Those from whose state it does not follow are left as they are.
    setReport(
      await move(
        chosen.filter(({ standing }) => standing?.next.some(({ id }) => id === to)),
        to,
      ),
    )
    moved()
  }
  const close = (): void => {
    setReport(null)
    clear()
  }
  const following = chosen.filter(({ standing }) => standing?.next.some(({ id }) => id === to)).length
  const count = chosen.length
  return (
    <>
      {count > 0 && (
        <section className={styles['several']} aria-label={t`Chosen answers`}>
          <strong aria-live="polite">
            <Plural value={count} one="# answer chosen" other="# answers chosen" />
          </strong>
          {states.length > 0 && (
            <>
              <NativeSelect
                label={t`Move to the state`}
                value={String(to ?? '')}
                onChange={(event) => setPicked(Number(event.currentTarget.value))}
                data={states.map(({ id, nombre }) => ({ value: String(id), label: nombre }))}
              />
              <Button loading={done !== null} disabled={to === undefined} onClick={() => void run()}>
                <Plural value={following} one="Move # answer" other="Move # answers" />
              </Button>
            </>
          )}
          <Button
            variant="default"
            loading={pdf.busy}
            onClick={() => void pdf.make({ answerId: chosen.map(({ id }) => id) })}
          >
            <Trans>Make one PDF</Trans>
          </Button>
          <ExportAnswers template={template} filter={NO_FILTER} narrowed answers={chosen.map(({ id }) => id)} />
          <Button variant="subtle" disabled={done !== null} onClick={clear}>
            <Trans>Choose none</Trans>
          </Button>
          <span role="alert">
            {pdf.problem !== null && `${t`Error while generating the PDF`}. ${textOf(pdf.problem)}`}
          </span>
          {states.length > 0 && following < count && (
            <span>
              <Plural
                value={count - following}
                one="# of them stays: this state does not follow its own."
                other="# of them stay: this state does not follow theirs."
              />
            </span>
          )}
        </section>
      )}
      {report !== null && <Report report={report} onClose={close} />}
    </>
  )
}

/** States that may follow for at least one of them, in the order of the form. */
function statesAfter(lines: readonly AnswerLine[]): readonly Pick<State, 'id' | 'nombre'>[] {
  const all = lines.flatMap(({ standing }) => standing?.next ?? [])
  return [...new Map(all.map((state) => [state.id, state])).values()].toSorted((a, b) => a.id - b.id)
}

function Report({ report, onClose }: { readonly report: readonly StateChanged[]; readonly onClose: () => void }) {
  const { t } = useLingui()
  const textOf = useFateText()
  const accepted = report.filter(({ fate }) => fate.kind === 'accepted').length
  return (
    <Dialog opened onClose={onClose} title={t`What became of each answer`}>
      <p role="status">
        <Trans>
          {accepted} of {report.length} were moved.
        </Trans>
      </p>
      <ul className={styles['report']}>
        {report.map((changed) => {
          const { tone, text } = textOf(changed)
          return (
            <li key={changed.line.id}>
              <StatusIcon tone={tone} />
              <span className="r-code">{nameOfLine(changed.line)}</span>
              <span>{text}</span>
            </li>
          )
        })}
      </ul>
      <Button mt="md" onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
    </Dialog>
  )
}
