import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { useLingui } from '@lingui/react/macro'
import { lazyPart } from '#ui/index.ts'
import type { AnswerTableRow } from './answer-lines.ts'
import { useCloseAnswer } from './close-answer.ts'
import { LIST_ROUTE } from './list-address.ts'
import { TYPING_SELECTOR } from './steps/answer-steps.tsx'
import styles from './answers-list.module.css'

const LazyListKeys = lazyPart(async () => (await import('./steps/list-keys.tsx')).ListShortcutsDialog)

type AnswerSplitViewProps = {
  readonly lines: readonly AnswerTableRow[]
  /** id of the answer in the URL; if undefined, the list has the full width */
  readonly chosen: string | undefined
  readonly details: ReactNode
  /** links to the previous and next answer */
  readonly steps?: ReactNode
  /** the list */
  readonly children: ReactNode
}

type Box<T> = { readonly current: T | null }

/**
 * A list beside the selected answer: arrow keys select other answers, Enter moves into the answer, Escape closes it.
 * Without an answer, arrow keys move through the rows.
 */
export function AnswerSplitView({ lines, chosen, details, steps, children }: AnswerSplitViewProps) {
  const { t } = useLingui()
  const frame = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLElement>(null)
  useKeys({ frame, list, panel }, lines, chosen)
  const [isHelpOpen, setHelpOpen] = useState(false)
  useSingleKeys({ frame, list, panel }, () => setHelpOpen(true))
  useScrollToTop(frame, list, chosen)
  useFocusAfterClosing(list, chosen)
  useFocusAfterStep(panel, chosen)
  return (
    <div ref={frame} className={styles['frame']} data-open={chosen !== undefined}>
      <div ref={list} className={styles['list']}>
        {children}
      </div>
      {chosen !== undefined && (
        <section ref={panel} tabIndex={-1} className={`r-yields ${styles['details']}`} aria-label={t`Selected answer`}>
          {steps}
          {details}
        </section>
      )}
      {isHelpOpen && <LazyListKeys onClose={() => setHelpOpen(false)} />}
    </div>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

type Parts = { readonly frame: Box<HTMLElement>; readonly list: Box<HTMLElement>; readonly panel: Box<HTMLElement> }

/**
 * Listens on the document instead of with React, because React's events also bubble from the answer's dialogs, which
 * handle Escape themselves.
 */
function useKeys({ frame, list, panel }: Parts, lines: readonly AnswerTableRow[], chosen: string | undefined): void {
  const navigate = useNavigate({ from: LIST_ROUTE })
  const close = useCloseAnswer()
  useEffect(() => {
    const node = frame.current
    if (node === null) return
    const open = (respuesta: string): void => {
      void navigate({
        params: (before) => ({ ...before, respuesta }),
        search: true,
        state: true,
        replace: true,
        resetScroll: false,
      })
    }
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      if (event.key === 'Escape' && chosen !== undefined) return close()
      if (!(event.target instanceof HTMLElement) || !list.current?.contains(event.target)) return
      const step = STEPS[event.key]
      if (chosen === undefined) {
        const link = step === undefined ? undefined : findNextRowLink(list.current, event.target, step)
        if (link === undefined) return
        event.preventDefault()
        return link.focus()
      }
      const next = step === undefined ? undefined : lines[lines.findIndex(({ id }) => id === chosen) + step]
      if (next !== undefined) {
        event.preventDefault()
        findAnswerLink(list.current, next.id)?.focus({ preventScroll: true })
        open(next.id)
      } else if (event.key === 'Enter' && event.target.dataset['answer'] === chosen) {
        event.preventDefault()
        panel.current?.focus()
      }
    }
    node.addEventListener('keydown', press)
    return () => node.removeEventListener('keydown', press)
  }, [frame, list, panel, lines, chosen, navigate, close])
}

/** The link of the row after or before the row with the focus. */
function findNextRowLink(list: HTMLElement, focused: HTMLElement, step: number): HTMLElement | undefined {
  if (focused.closest('select, [aria-haspopup], [role="menu"]') !== null) return undefined
  const links = [...list.querySelectorAll<HTMLElement>('[data-opens]')]
  const row = focused.closest('tr')
  const at = links.findIndex((link) => row?.contains(link))
  return at < 0 ? undefined : links[at + step]
}

/**
 * Key `/` moves to the search above the list, key `?` lists all keys. Both are active only while the focus is in the
 * list or its answer, outside fields (WCAG 2.1.4). The down arrow moves from the search to the first row.
 */
function useSingleKeys({ frame, list }: Parts, showKeys: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { key, target } = event
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      if (!(target instanceof Element)) return
      const isSearch = target.matches(SEARCH)
      const acts: Readonly<Record<string, () => void>> = isSearch
        ? { ArrowDown: () => list.current?.querySelector<HTMLElement>('[data-opens]')?.focus() }
        : { '/': () => document.querySelector<HTMLElement>(SEARCH)?.focus(), '?': showKeys }
      const act = acts[key]
      const isInList = frame.current?.contains(target) === true && target.closest(TYPING_SELECTOR) === null
      if (act === undefined || !(isSearch || isInList)) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
}
const SEARCH = '[aria-keyshortcuts="/"]'

function findAnswerLink(list: HTMLElement | null, answer: string): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-answer="${CSS.escape(answer)}"]`) ?? null
}

/** Scrolls a newly selected answer to its top and its row into view. */
function useScrollToTop(frame: Box<HTMLElement>, list: Box<HTMLElement>, chosen: string | undefined): void {
  useEffect(() => {
    if (chosen === undefined || frame.current === null) return
    if (frame.current.getBoundingClientRect().top < 0) frame.current.scrollIntoView({ block: 'start' })
    // Waits for the next frame, because the table switches to cards first.
    const folded = requestAnimationFrame(() => {
      const row = findAnswerLink(list.current, chosen)?.closest('tr')
      if (row !== undefined && row !== null && list.current !== null) scrollWithin(list.current, row)
    })
    return () => cancelAnimationFrame(folded)
  }, [frame, list, chosen])
}

/** Scrolls the box as little as needed, and never the page. */
function scrollWithin(box: HTMLElement, row: HTMLElement): void {
  const [outer, inner] = [box.getBoundingClientRect(), row.getBoundingClientRect()]
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top
  else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom
}

/** Focuses the row of an answer after closing it. */
function useFocusAfterClosing(list: Box<HTMLElement>, chosen: string | undefined): void {
  const last = useRef(chosen)
  useEffect(() => {
    const before = last.current
    last.current = chosen
    if (chosen === undefined && before !== undefined) findAnswerLink(list.current, before)?.focus()
  }, [list, chosen])
}

/** Focuses the newly opened answer, because the focused element was removed with the previous answer. */
function useFocusAfterStep(panel: Box<HTMLElement>, chosen: string | undefined): void {
  const last = useRef(chosen)
  useEffect(() => {
    const isStep = last.current !== undefined && chosen !== undefined && last.current !== chosen
    last.current = chosen
    if (isStep && document.activeElement === document.body) panel.current?.focus({ preventScroll: true })
  }, [panel, chosen])
}
