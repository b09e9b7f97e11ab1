import { listQuestionsInRow } from '#domain/answering/index.ts'
import type { QuestionValue } from '#domain/answers/index.ts'
import { QUESTION_TYPE, type Question, getDataCodec } from '#domain/questions/index.ts'
import { addressSchema, type Address } from '#domain/kernel/index.ts'
import { withChosenOptions, withText } from '../controls/control.ts'
import { buildQuestionElementId } from '../form/element-ids.ts'
import { setValue } from '../form/form-actions.ts'
import type { FormStore } from '../form/form-store.ts'

/* Text typed into the server-rendered first questions (functions/src/core/pages/public-page.ts) before the app
    starts. */

type Field = HTMLInputElement | HTMLTextAreaElement

/** A server-rendered field: its question, option, and distance from the top of the viewport. */
type OptionPosition = { readonly address: Address; readonly option: number; readonly top: number }
/** The focused field and its text selection. */
type Focus = OptionPosition & { readonly from: number | null; readonly to: number | null }
export type TypedState = {
  readonly texts: ReadonlyMap<Address, readonly string[]>
  readonly focus: Focus | undefined
  /**
   * field to keep in place on screen: the focused field, else the first visible field if the user has typed or scrolled
   */
  readonly anchor: OptionPosition | undefined
}

/** Typed text that no form has applied yet. */
let waiting: TypedState['texts'] = new Map()
/** The form that was opened last. */
let openedForm: FormStore | undefined

/**
 * Reads the typed text and applies it to the opened form, if there is one already. Must be called immediately before
 * the app replaces the page.
 */
export function readTypedState(page: Document): TypedState {
  const texts = new Map<Address, readonly string[]>()
  for (const field of page.querySelectorAll<Field>('[data-at]')) {
    const address = parseFieldAddress(field)
    const isOption = field.type === 'radio' || field.type === 'checkbox'
    const isGiven = isOption ? (field as HTMLInputElement).checked : field.value !== ''
    if (address !== undefined && isGiven) texts.set(address, [...(texts.get(address) ?? []), field.value])
  }
  waiting = texts
  if (openedForm !== undefined) applyTexts(openedForm)
  const focus = readFocus(page)
  const firstVisibleField = [...page.querySelectorAll<Field>('[data-at]')].find(
    (field) => field.getBoundingClientRect().top >= 0,
  )
  // If nothing was typed or scrolled, the page stays at the top, where the municipality is shown.
  const isUntouched = texts.size === 0 && scrollY === 0
  return {
    texts,
    focus,
    anchor: focus ?? (isUntouched ? undefined : firstVisibleField && locateField(page, firstVisibleField)),
  }
}

function readFocus(page: Document): Focus | undefined {
  const field = page.activeElement?.matches('[data-at]') === true ? (page.activeElement as Field) : undefined
  const at = field && locateField(page, field)
  return field === undefined || at === undefined
    ? undefined
    : { ...at, from: field.selectionStart, to: field.selectionEnd }
}

function locateField(page: Document, field: Field): OptionPosition | undefined {
  const address = parseFieldAddress(field)
  if (address === undefined) return undefined
  const option = [...page.querySelectorAll(`[data-at="${address}"]`)].indexOf(field)
  return { address, option, top: field.getBoundingClientRect().top }
}

function parseFieldAddress(field: Field): Address | undefined {
  return addressSchema.safeParse(field.dataset['at']).data
}

/**
 * Applies the typed text, now and when it is read later, which creates a draft. Values of an existing draft are kept,
 * as the server-rendered page did not show them. @returns cleanup when the form is closed
 */
export function applyTypedState(form: FormStore): () => void {
  openedForm = form
  applyTexts(form)
  return () => {
    openedForm = undefined
  }
}

function applyTexts(form: FormStore): void {
  const texts = waiting
  waiting = new Map()
  if (texts.size === 0) return
  for (const { address, question } of form.template.secciones.flatMap((section) => listQuestionsInRow(section, null))) {
    const given = texts.get(address)
    if (given === undefined) continue
    const before = form.state.getState().content.values[address] ?? {}
    const value = toQuestionValue(question, before, given)
    const isFree = before.respuesta === undefined && before.chosen === undefined
    // Typed dates replace the preset date or time, which the server-rendered page does not show.
    if (isFree || question.empiezaAhora === true) setValue(form, address, value)
    else if (question.tipoPregunta === QUESTION_TYPE.SELECT)
      setValue(
        form,
        address,
        withChosenOptions(before, [...new Set([...(before.chosen ?? []), ...(value.chosen ?? [])])]),
      )
  }
}

function toQuestionValue(question: Question, before: QuestionValue, given: readonly string[]): QuestionValue {
  const [text = ''] = given
  switch (question.tipoPregunta) {
    case QUESTION_TYPE.BOOLEAN:
      return { ...before, respuesta: text === 'true' }
    case QUESTION_TYPE.RADIO:
    case QUESTION_TYPE.SELECT:
      return withChosenOptions(before, given.map(Number))
    default: {
      const parsed = getDataCodec(question).parse(text)
      return withText(before, parsed.ok ? parsed.value : text)
    }
  }
}

/** Restores focus, selection and scroll position, so that the user can continue typing. */
export function restoreFocus({ focus, anchor }: TypedState): void {
  const field = focus && findField(focus)
  field?.focus({ preventScroll: true })
  if (focus !== undefined && focus.from !== null) field?.setSelectionRange(focus.from, focus.to)
  const still = anchor && findField(anchor)
  if (anchor !== undefined && still !== undefined) scrollBy(0, still.getBoundingClientRect().top - anchor.top)
}

function findField({ address, option }: OptionPosition): Field | undefined {
  const id = buildQuestionElementId(address)
  const options = document.getElementsByName(id)
  return ((options.length > 0 ? options[option] : document.getElementById(id)) as Field | null) ?? undefined
}
