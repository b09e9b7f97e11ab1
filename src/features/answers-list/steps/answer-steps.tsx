import { useEffect, useRef, useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { Button, Group } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { listAnswers, type AnswersPage } from '#domain/answers/index.ts'
import type { InputOf } from '#domain/endpoints/index.ts'
import type { State } from '#domain/templates/index.ts'
import { useEndpointData } from '#ui/index.ts'
import type { AnswerTableRow } from '../answer-lines.ts'
import type { ListFilters } from '../filters/list-filters.ts'
import { LIST_ROUTE } from '../list-address.ts'
import { canChangeState } from '../states/state-cell.tsx'
import type { StateDecisions, StateDecision } from './decide.tsx'
import { StateDecisionBar, KeyboardKey } from './decision-bar.tsx'
import styles from './steps.module.css'

/** Keys already used for next, previous and undo. */
const RESERVED_KEYS = ['j', 'k', 'u']
const ALL_SHORTCUT_KEYS = [...'abcdefghijklmnopqrstuvwxyz123456789']

/**
 * Assigns a key to each state of a form, if possible a letter of its name. The result is deterministic, so that users
 * can learn the keys.
 * @returns keys in lower case by state id; none for states beyond the available keys
 */
export function assignStateShortcuts(states: readonly Pick<State, 'id' | 'nombre'>[]): ReadonlyMap<number, string> {
  const taken = new Set(RESERVED_KEYS)
  const letters = new Map<number, string>()
  for (const { id, nombre } of states) {
    const own = [...nombre.normalize('NFD').toLowerCase()].filter((letter) => /[a-z]/.test(letter))
    const free = letters.has(id) ? undefined : [...own, ...ALL_SHORTCUT_KEYS].find((letter) => !taken.has(letter))
    if (free === undefined) continue
    taken.add(free)
    letters.set(id, free)
  }
  return letters
}

type AnswerStepsProps = {
  readonly lines: readonly AnswerTableRow[]
  readonly chosen: string
  /** the list's query without its cursor */
  readonly query: InputOf<typeof listAnswers>
  readonly page: Pick<AnswersPage, 'next' | 'previous'> | null
  /** states of the form */
  readonly states: readonly Pick<State, 'id' | 'nombre'>[]
  /** whether the user may change states */
  readonly mayMove: boolean
  readonly decisions: StateDecisions
}

/** Target of a step: an answer and, if it is on another page of the list, that page. */
type AnswerStep = { readonly answer: string; readonly page?: Pick<ListFilters, 'despues' | 'antes'> }

/**
 * Links to the previous and next answer of the filtered list, across pages, and buttons for the possible next states.
 * A state change opens the next answer. All have keyboard shortcuts.
 */
export function AnswerSteps({ lines, chosen, query, page, states, mayMove, decisions }: AnswerStepsProps) {
  const { t } = useLingui()
  const bar = useRef<HTMLDivElement>(null)
  const at = useListPosition(lines, chosen)
  const { previous, next } = useSteps(lines, at, query, page)
  const go = useNavigateToAnswer()
  const { decide, undo, about, last, dismiss } = decisions
  const line = at.isThere ? lines[at.index] : undefined
  const decided = line && about(line)
  const following =
    mayMove && line !== undefined && decided === undefined && canChangeState(line) ? line.standing?.next : []
  const stateShortcuts = assignStateShortcuts([...states, ...(following ?? [])])
  const { goOn, stay } = useOpenNextAnswer(chosen, next, go)

  function onDecide(to: Pick<State, 'id' | 'nombre'>): void {
    if (line === undefined) return
    // Moves the focus, because the pressed button is removed with this answer, and shortcuts require the focus in the
    // list.
    bar.current?.parentElement?.focus({ preventScroll: true })
    decide(line, to, goOn)
  }
  async function onUndo(decision: StateDecision): Promise<void> {
    bar.current?.parentElement?.focus({ preventScroll: true })
    const { id } = decision.line
    stay()
    if ((await undo(decision)) && id !== chosen && lines.some((answerLine) => answerLine.id === id)) go({ answer: id })
  }
  useAltArrowKeys(previous, next, go)
  useSingleKeyShortcuts(bar, (key) => {
    if (key === 'j') return next && (() => go(next))
    if (key === 'k') return previous && (() => go(previous))
    if (key === 'u') return last && (() => void onUndo(last))
    const state = following?.find(({ id }) => stateShortcuts.get(id) === key)
    // An answer can be decided only after it is displayed.
    return state && isShown(bar.current, chosen) ? () => onDecide(state) : undefined
  })

  const position = at.isThere ? at.index + 1 : null
  const count = lines.length
  const isWhole = page?.next === undefined && page?.previous === undefined
  const button = (
    to: AnswerStep | undefined,
    name: string,
    keys: readonly [string, string],
    Icon: typeof IconChevronUp,
  ) => (
    <Button
      variant="default"
      disabled={to === undefined}
      aria-keyshortcuts={keys.join(' ')}
      leftSection={<Icon size={20} aria-hidden="true" />}
      rightSection={<KeyboardKey>{keys[0]}</KeyboardKey>}
      onClick={() => to !== undefined && go(to)}
    >
      {name}
    </Button>
  )
  return (
    <div ref={bar}>
      {decisions.question}
      <nav className={styles['steps']} aria-label={t`Previous and next answer`}>
        <Group gap="8px 12px">
          {button(previous, t`Previous answer`, ['K', 'Alt+ArrowUp'], IconChevronUp)}
          {button(next, t`Next answer`, ['J', 'Alt+ArrowDown'], IconChevronDown)}
          {position !== null && (
            <span className="r-soft" title={t`Keyboard: Alt + up or down arrow`}>
              {isWhole ? (
                <Trans>
                  {position} of {count}
                </Trans>
              ) : (
                <Trans>
                  {position} of {count} on this page
                </Trans>
              )}
            </span>
          )}
        </Group>
      </nav>
      <StateDecisionBar
        next={following ?? []}
        letters={stateShortcuts}
        decided={decided}
        last={last}
        onDecide={onDecide}
        onUndo={(decision) => void onUndo(decision)}
        onDismiss={dismiss}
      />
    </div>
  )
}

/** After a decision, opens the next answer as soon as it is known, unless the user opens another answer or undoes. */
function useOpenNextAnswer(chosen: string, next: AnswerStep | undefined, go: (to: AnswerStep) => void) {
  const [left, setLeft] = useState<string>()
  useEffect(() => {
    if (left === undefined) return
    if (left === chosen && next === undefined) return
    setLeft(undefined)
    if (left === chosen && next !== undefined) go(next)
  }, [left, chosen, next, go])
  return { goOn: () => setLeft(chosen), stay: () => setLeft(undefined) }
}

type ListPosition = { readonly index: number; readonly isThere: boolean }

/** The index of the answer among the lines. An answer that no longer matches the filters keeps its index. */
function useListPosition(lines: readonly AnswerTableRow[], chosen: string): ListPosition {
  const index = lines.findIndex(({ id }) => id === chosen)
  const [last, setLast] = useState({ chosen, index })
  if (index >= 0 && (last.chosen !== chosen || last.index !== index)) setLast({ chosen, index })
  if (index >= 0) return { index, isThere: true }
  return { index: last.chosen === chosen ? last.index : -1, isThere: false }
}

function useSteps(
  lines: readonly AnswerTableRow[],
  { index, isThere }: ListPosition,
  asked: AnswerStepsProps['query'],
  page: AnswerStepsProps['page'],
): { readonly previous: AnswerStep | undefined; readonly next: AnswerStep | undefined } {
  const [before, behind] = [lines[index - 1], index < 0 ? undefined : lines[isThere ? index + 1 : index]]
  const { next: despues, previous: antes } = page ?? {}
  const [later] = useEndpointData(
    listAnswers,
    { ...asked, after: despues },
    index >= 0 && behind === undefined && despues !== undefined,
  )
  const [earlier] = useEndpointData(
    listAnswers,
    { ...asked, before: antes },
    index === 0 && before === undefined && antes !== undefined,
  )
  const first = later.kind === 'here' ? later.value.answers[0] : undefined
  const last = earlier.kind === 'here' ? earlier.value.answers.at(-1) : undefined
  return { previous: buildStep(before, last, { antes }), next: buildStep(behind, first, { despues }) }
}

function buildStep(
  here: { readonly id: string } | undefined,
  there: { readonly id: string } | undefined,
  { despues = '', antes = '' }: { readonly despues?: string | undefined; readonly antes?: string | undefined },
): AnswerStep | undefined {
  if (here !== undefined) return { answer: here.id }
  return there === undefined || (despues === '' && antes === '')
    ? undefined
    : { answer: there.id, page: { despues, antes } }
}

function useNavigateToAnswer(): (to: AnswerStep) => void {
  const navigate = useNavigate({ from: LIST_ROUTE })
  return ({ answer, page = {} }) =>
    void navigate({
      params: (before) => ({ ...before, respuesta: answer }),
      search: (before) => {
        const given = Object.entries({ ...before, ...page }).filter(([, value]) => value !== '')
        return Object.fromEntries(given)
      },
      state: true,
      replace: true,
      resetScroll: false,
    })
}

/** Alt with an arrow key opens the previous or next answer, except in dialogs and controls that use these keys. */
function useAltArrowKeys(
  previous: AnswerStep | undefined,
  next: AnswerStep | undefined,
  go: (to: AnswerStep) => void,
): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const steps: Readonly<Record<string, AnswerStep | undefined>> = { ArrowDown: next, ArrowUp: previous }
      const to = steps[event.key]
      if (to === undefined) return
      if (event.target instanceof Element && event.target.closest('select, input, [role="dialog"]') !== null) return
      event.preventDefault()
      go(to)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
}

function isShown(bar: HTMLElement | null, answer: string): boolean {
  return bar?.parentElement?.querySelector(`[data-shown="${CSS.escape(answer)}"]`) !== null
}

/** Selector of elements that handle letter keys themselves. */
export const TYPING_SELECTOR =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="dialog"], [role="menu"]'

/** Single-key shortcuts, active only while the focus is in the list or the answer beside it (WCAG 2.1.4). */
function useSingleKeyShortcuts(
  bar: { readonly current: HTMLElement | null },
  actOf: (key: string) => (() => void) | undefined,
): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target } = event
      if (event.defaultPrevented || event.repeat || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
        return
      if (!(target instanceof Element) || target.closest(TYPING_SELECTOR) !== null) return
      if (bar.current?.closest('[data-open]')?.contains(target) !== true) return
      const act = actOf(event.key.toLowerCase())
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
}
