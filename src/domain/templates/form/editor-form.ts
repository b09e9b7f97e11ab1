import type { CombinedInput, CombinedItem, Option, Question } from '../../questions/documents.ts'
import type { Condition, Section } from '../documents/section.ts'
import type { SignatureConfig } from '../documents/signature.ts'
import type { State, TemplateStates } from '../documents/states.ts'
import type { TemplateDraft } from '../documents/template.ts'
import type { TemplateOptions } from '../documents/options.ts'

/**
 * A template as the editor holds it: the draft, in which everything in a list has a key that stays with it wherever it
 * is moved. It has no number here; its place is its number, given when the form is closed (to-template-draft.ts). So an
 * edit makes new only what it touches and what that stands in; everything else stays the same object.
 */
export type EditorForm = Omit<TemplateDraft, 'secciones' | 'estados' | 'signatures'> & {
  readonly estados: EditorStates
  readonly secciones: readonly EditorSection[]
  readonly signatures: readonly EditorSignature[]
  /** added, removed or moved since opening, except options and signatures at the end: numbers are given anew */
  readonly restructured: boolean
}

/** What names an element, for as long as the form is open and after a crash; never stored on the server. */
type Keyed = {
  readonly key: string
  /** its number in the document that was opened; null: it is new. For toTemplateDraft: screens count for themselves */
  readonly storedAs: number | null
}

/** Makes a key that was not there before; clock and chance come in by it. */
export type NewKey = () => string

export type EditorSection = Keyed &
  Omit<Section, 'orden' | 'preguntas' | 'conditions'> & {
    readonly preguntas: readonly EditorQuestion[]
    readonly conditions: readonly EditorCondition[]
  }

export type EditorCondition = Keyed &
  Omit<Condition, 'order' | 'questions'> & { readonly questions: readonly EditorQuestion[] }

export type EditorQuestion = Keyed &
  Omit<Question, 'orden' | 'opciones' | 'combinedQuestions'> & {
    readonly opciones: readonly EditorOption[]
    readonly combinedQuestions?: readonly EditorBlock[] | undefined
  }

/** One of the options of a question; not to be mistaken for the options of the form (`opcionales`). */
export type EditorOption = Keyed & Omit<Option, 'orden'>

/** An item of a combined question. */
export type EditorBlock =
  | (Keyed & Omit<Extract<CombinedItem, { type: 'text' }>, 'orden'>)
  | (Keyed & Omit<CombinedInput, 'orden' | 'opciones'> & { readonly opciones: readonly EditorOption[] })
  | (Keyed & Omit<Extract<CombinedItem, { type: 'break' }>, 'orden'>)

/** States refer to each other by key, so that removing one is not a matter of arithmetic. */
export type EditorState = Keyed & Omit<State, 'id' | 'transiciones'> & { readonly transiciones: readonly string[] }
export type EditorStates = Omit<TemplateStates, 'disponibles' | 'inicial'> & {
  readonly disponibles: readonly EditorState[]
  readonly inicial: string | null
}

export type EditorSignature = Keyed & Omit<SignatureConfig, 'indexSignature'>

/** A switch among the options of the form. */
export type OptionFlag = keyof TemplateOptions
