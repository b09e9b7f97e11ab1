import { useMemo, useState } from 'react'
import { useLingui } from '@lingui/react/macro'
import type { AnswerLine } from '../answer-lines.ts'
import { nameOfLine } from './name-of-line.ts'
import styles from './states.module.css'

/** Which answers of the page are chosen. Those that a turned page or another filter takes away are not chosen any more. */
export function useChosen(lines: readonly AnswerLine[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const chosen = useMemo(() => lines.filter((line) => ids.has(line.id) && canChoose(line)), [lines, ids])
  return {
    chosen,
    isChosen: ({ id }: AnswerLine) => ids.has(id),
    choose: ({ id }: AnswerLine, wanted: boolean) =>
      setIds((before) => new Set(wanted ? [...before, id] : [...before].filter((one) => one !== id))),
    chooseAll: () => setIds(new Set(lines.filter(canChoose).map(({ id }) => id))),
    clear: () => setIds(new Set()),
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
    <label className={`r-square r-anchor ${styles['choice']}`}>
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
