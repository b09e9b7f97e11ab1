import type { KeyboardEvent } from 'react'
import { walk } from '#domain/answering/index.ts'
import type { Address } from '#domain/kernel/index.ts'
import { isAsked, revealQuestion } from '../form/form-actions.ts'
import type { FormStore } from '../form/form-store.ts'
import { missingOf, nextMissing } from '../form/missing-of.ts'
import { goTo } from '../save/go-to.ts'

const FIELD = '[enterkeyhint=next]:not(:disabled)'

/**
 * Enter in a field of one line goes to the next one of those that stand together. With Shift it breaks the line.
 * @returns the last of them, where Enter was pressed in that one
 */
export function goBeside(event: KeyboardEvent<HTMLElement>): HTMLElement | undefined {
  const { target, currentTarget: group } = event
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return undefined
  if (!(target instanceof HTMLElement) || !target.matches(FIELD)) return undefined
  event.preventDefault()
  const fields = [...group.querySelectorAll<HTMLElement>(FIELD)]
  const beside = fields[fields.indexOf(target) + 1]
  beside?.focus()
  return beside === undefined ? target : undefined
}

/** Behind a question's last field Enter goes to the next question; after a refused save, to what is missing next. */
export function goOn(form: FormStore, address: Address, event: KeyboardEvent<HTMLElement>): void {
  const last = goBeside(event)
  if (last === undefined) return
  const { marked, content } = form.state.getState()
  const lack = marked ? nextMissing(form, address, missingOf(form)) : undefined
  if (lack !== undefined) return goTo(form, lack)
  const places = walk(form.template, content)
  const here = places.findIndex((place) => place.address === address)
  const next = places.slice(here + 1).find(isAsked)
  // Behind the last one a phone puts its keyboard away.
  if (next === undefined) last.blur()
  else revealQuestion(form, next.address)
}
