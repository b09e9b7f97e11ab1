import { useMemo, useState } from 'react'
import { useLingui } from '@lingui/react/macro'
import type { AnswerTableRow } from '../answer-lines.ts'
import { formatLineName } from './name-of-line.ts'
import styles from './states.module.css'

/** Selected lines of other pages. `of`: URL parameters of the list in which they were selected. */
type OtherPagesSelection = { readonly of: string; readonly lines: readonly AnswerTableRow[] }

/**
 * The selected answers. After a change of page or filters, answers that are no longer shown do not count as selected.
 * @param of the list's URL parameters
 */
export function useAnswerSelection(lines: readonly AnswerTableRow[], of: string) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [further, setFurther] = useState<OtherPagesSelection>({ of, lines: [] })
  const choosable = useMemo(() => lines.filter(isSelectableAnswer), [lines])
  const chosenLines = useMemo(() => {
    const answerIds = new Set(lines.map(({ id }) => id))
    const others = further.of === of ? further.lines.filter(({ id }) => !answerIds.has(id)) : []
    return [...choosable, ...others].filter(({ id }) => ids.has(id))
  }, [lines, choosable, further, of, ids])
  const chooseAll = (isWanted: boolean): void => setIds(new Set(isWanted ? choosable.map(({ id }) => id) : []))
  return {
    chosen: chosenLines,
    choosable,
    isChosen: ({ id }: AnswerTableRow) => ids.has(id),
    choose: ({ id }: AnswerTableRow, isWanted: boolean) =>
      setIds((before) => new Set(isWanted ? [...before, id] : [...before].filter((item) => item !== id))),
    /** selects all answers of this page, or none */
    chooseAll,
    /** selects these answers, which may be on other pages */
    chooseThese: (these: readonly AnswerTableRow[]) => {
      setFurther({ of, lines: these })
      setIds(new Set(these.filter(isSelectableAnswer).map(({ id }) => id)))
    },
    clear: () => chooseAll(false),
  }
}
export type AnswerSelection = ReturnType<typeof useAnswerSelection>

/** Whether the answer can be selected for bulk actions, which require that the server has it. */
export function isSelectableAnswer({ delivery }: AnswerTableRow): boolean {
  return delivery === undefined || delivery.kind === 'received'
}

/** Checkbox before the name of a selectable answer. */
export function AnswerCheckbox({
  line,
  choosing,
}: {
  readonly line: AnswerTableRow
  readonly choosing: AnswerSelection
}) {
  const { t } = useLingui()
  return (
    <label className={`r-square r-fixed r-anchor ${styles['choice']}`}>
      <input
        type="checkbox"
        aria-label={t`Select answer ${formatLineName(line)}`}
        disabled={!isSelectableAnswer(line)}
        checked={isSelectableAnswer(line) && choosing.isChosen(line)}
        onChange={(event) => choosing.choose(line, event.currentTarget.checked)}
      />
    </label>
  )
}

/** Checkbox in the table header that selects all answers of the page, or none. */
export function AllAnswersCheckbox({
  choosing: { choosable, isChosen, chooseAll },
}: {
  readonly choosing: AnswerSelection
}) {
  const { t } = useLingui()
  const count = choosable.filter(isChosen).length
  const isAll = count === choosable.length
  return (
    <label className={`r-square r-fixed r-anchor ${styles['choice']}`}>
      <input
        ref={(node) => {
          if (node !== null) node.indeterminate = count > 0 && !isAll
        }}
        type="checkbox"
        aria-label={t`Select all on this page`}
        checked={isAll}
        onChange={() => chooseAll(!isAll)}
      />
    </label>
  )
}
