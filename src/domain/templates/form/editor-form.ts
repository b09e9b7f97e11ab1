import type { CombinedInput, CombinedItem, Option, Question } from '../../questions/documents.ts'
import type { Condition, Section } from '../documents/section.ts'
import type { SignatureConfig } from '../documents/signature.ts'
import type { State, TemplateStates } from '../documents/states.ts'
import type { TemplateDraft } from '../documents/template.ts'
import type { TemplateOptions } from '../documents/options.ts'

/**
 * A template in the editor: the draft, with a permanent key for each list element. Numbers are assigned on save
 * (to-template-draft.ts). An edit creates new objects only for the edited element and its ancestors, and reuses all
 * others.
 */
export type EditorForm = Omit<TemplateDraft, 'secciones' | 'estados' | 'signatures'> & {
  readonly estados: EditorStates
  readonly secciones: readonly EditorSection[]
  readonly signatures: readonly EditorSignature[]
  /**
   * whether elements were added, removed or moved, except options and signatures added at the end: then numbers are
   * assigned again on save
   */
  readonly restructured: boolean
}

/** Identity of an element while the form is open, kept even after a crash; not stored on the server. */
type Keyed = {
  readonly key: string
  /** number in the stored document; null if new. Used only by toTemplateDraft, because screens show positions */
  readonly storedAs: number | null
}

/** Generates a unique key; the editor's only source of time and randomness. */
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

/** Option of a question, not to be confused with options of the form (`opcionales`). */
export type EditorOption = Keyed & Omit<Option, 'orden'>

/** Item of a combined question: text, input or line break. */
export type EditorBlock =
  | (Keyed & Omit<Extract<CombinedItem, { type: 'text' }>, 'orden'>)
  | (Keyed & Omit<CombinedInput, 'orden' | 'opciones'> & { readonly opciones: readonly EditorOption[] })
  | (Keyed & Omit<Extract<CombinedItem, { type: 'break' }>, 'orden'>)

/** State in the editor. Refers to other states by key, so that removing a state does not change references. */
export type EditorState = Keyed & Omit<State, 'id' | 'transiciones'> & { readonly transiciones: readonly string[] }
export type EditorStates = Omit<TemplateStates, 'disponibles' | 'inicial'> & {
  readonly disponibles: readonly EditorState[]
  readonly inicial: string | null
}

export type EditorSignature = Keyed & Omit<SignatureConfig, 'indexSignature'>

/** Name of an option of the form. */
export type FormOptionName = keyof TemplateOptions
