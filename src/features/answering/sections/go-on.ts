import type { KeyboardEvent } from 'react'
import { walk } from '#domain/answering/index.ts'
import type { Address } from '#domain/kernel/index.ts'
import { isAsked, revealQuestion } from '../form/form-actions.ts'
import type { FormStore } from '../form/form-store.ts'
import { missingOf, nextMissing } from '../form/missing-of.ts'
import { goTo } from '../save/go-to.ts'

const FIELD = '[enterkeyhint=next]:not(:disabled)'

/**
 * Enter in a field of one line goes on: to the question's next field, then to the next question; after a refused save,
 * to what is missing next. With Shift it breaks the line.
 */
export function goOn(form: FormStore, address: Address, event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget: card } = event
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
  if (!(target instanceof HTMLElement) || !target.matches(FIELD)) return
  event.preventDefault()
  const fields = [...card.querySelectorAll<HTMLElement>(FIELD)]
  const beside = fields[fields.indexOf(target) + 1]
  if (beside !== undefined) return beside.focus()
  const { marked, content } = form.state.getState()
  const lack = marked ? nextMissing(form, address, missingOf(form)) : undefined
  if (lack !== undefined) return goTo(form, lack)
  const places = walk(form.template, content)
  const here = places.findIndex((place) => place.address === address)
  const next = places.slice(here + 1).find(isAsked)
  // Behind the last one a phone puts its keyboard away.
  if (next === undefined) target.blur()
  else revealQuestion(form, next.address)
}
