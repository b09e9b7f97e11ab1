import { useMemo, useState } from 'react'
import { useLingui } from '@lingui/react/macro'
import type { AnswerLine } from '../answer-lines.ts'
import { nameOfLine } from './name-of-line.ts'
import styles from './states.module.css'

/** Lines of other pages that are chosen, of one list. */
type Further = { readonly of: string; readonly lines: readonly AnswerLine[] }

/**
 * Which answers are chosen. Those that a turned page or another filter takes away are not chosen any more.
 * @param of what the list shows, as its address says it
 */
export function useChosen(lines: readonly AnswerLine[], of: string) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [further, setFurther] = useState<Further>({ of, lines: [] })
  const choosable = useMemo(() => lines.filter(canChoose), [lines])
  const chosen = useMemo(() => {
    const here = new Set(lines.map(({ id }) => id))
    const others = further.of === of ? further.lines.filter(({ id }) => !here.has(id)) : []
    return [...choosable, ...others].filter(({ id }) => ids.has(id))
  }, [lines, choosable, further, of, ids])
  const chooseAll = (wanted: boolean): void => setIds(new Set(wanted ? choosable.map(({ id }) => id) : []))
  return {
    chosen,
    choosable,
    isChosen: ({ id }: AnswerLine) => ids.has(id),
    choose: ({ id }: AnswerLine, wanted: boolean) =>
      setIds((before) => new Set(wanted ? [...before, id] : [...before].filter((one) => one !== id))),
    /** of this page */
    chooseAll,
    /** also of other pages */
    chooseThese: (these: readonly AnswerLine[]) => {
      setFurther({ of, lines: these })
      setIds(new Set(these.filter(canChoose).map(({ id }) => id)))
    },
    clear: () => chooseAll(false),
  }
}
export type Choosing = ReturnType<typeof useChosen>

/** It is with the server, which prints, exports and moves; whatever its state. */
export function canChoose({ delivery }: AnswerLine): boolean {
  return delivery === undefined || delivery.kind === 'received'
}

/** Before the name of an answer that can be chosen. */
export function ChoiceOf({ line, choosing }: { readonly line: AnswerLine; readonly choosing: Choosing }) {
  const { t } = useLingui()
  return (
    <label className={`r-square r-fixed r-anchor ${styles['choice']}`}>
      <input
        type="checkbox"
        aria-label={t`Choose answer ${nameOfLine(line)}`}
        disabled={!canChoose(line)}
        checked={canChoose(line) && choosing.isChosen(line)}
        onChange={(event) => choosing.choose(line, event.currentTarget.checked)}
      />
    </label>
  )
}

/** In the head of the table: all of the page, or none. */
export function ChoiceOfAll({ choosing: { choosable, isChosen, chooseAll } }: { readonly choosing: Choosing }) {
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
        aria-label={t`Choose all of the page`}
        checked={isAll}
        onChange={() => chooseAll(!isAll)}
      />
    </label>
  )
}
