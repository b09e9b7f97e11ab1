import type { KeyboardEvent } from 'react'
import { listAskedQuestions } from '#domain/answering/index.ts'
import type { Address } from '#domain/kernel/index.ts'
import { acceptsInput, revealQuestion } from '../form/form-actions.ts'
import type { FormStore } from '../form/form-store.ts'
import { findMissingFormItems, findNextMissingItem } from '../form/find-missing.ts'
import { goToMissingItem } from '../save/go-to.ts'

const FIELD = '[enterkeyhint=next]:not(:disabled)'

/**
 * Enter moves from a single-line field to the next field of its group. Shift+Enter inserts a line break.
 * @returns the group's last field when Enter was pressed there
 */
export function goToNextInGroup(event: KeyboardEvent<HTMLElement>): HTMLElement | undefined {
  const { target, currentTarget: group } = event
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return undefined
  if (!(target instanceof HTMLElement) || !target.matches(FIELD)) return undefined
  event.preventDefault()
  const fields = [...group.querySelectorAll<HTMLElement>(FIELD)]
  const beside = fields[fields.indexOf(target) + 1]
  beside?.focus()
  return beside === undefined ? target : undefined
}

/** Enter in a question's last field moves to the next question or, after a refused save, to the next missing item. */
export function goToNextQuestion(form: FormStore, address: Address, event: KeyboardEvent<HTMLElement>): void {
  const last = goToNextInGroup(event)
  if (last === undefined) return
  const { marked, content } = form.state.getState()
  const missingItem = marked ? findNextMissingItem(form, address, findMissingFormItems(form)) : undefined
  if (missingItem !== undefined) return goToMissingItem(form, missingItem)
  const places = listAskedQuestions(form.template, content)
  const here = places.findIndex((place) => place.address === address)
  const next = places.slice(here + 1).find(acceptsInput)
  // Blurs after the last question, which hides the keyboard on phones.
  if (next === undefined) last.blur()
  else revealQuestion(form, next.address)
}
