import type { CombinedInput, CombinedItem, Option, Question } from '../../questions/documents.ts'
import type { Condition, Section } from '../documents/section.ts'
import type { SignatureConfig } from '../documents/signature.ts'
import type { State, TemplateStates } from '../documents/states.ts'
import type { TemplateDraft } from '../documents/template.ts'
import type { TemplateOptions } from '../documents/options.ts'

/**
 * Template in the editor: the draft with a permanent key for each list element. Numbers are assigned from positions on
 * save (to-template-draft.ts). An edit recreates only the edited element and its ancestors; all other objects are
 * reused.
 */
export type EditorForm = Omit<TemplateDraft, 'secciones' | 'estados' | 'signatures'> & {
  readonly estados: EditorStates
  readonly secciones: readonly EditorSection[]
  readonly signatures: readonly EditorSignature[]
  /** elements were added, removed or moved, except options and signatures at the end: numbers are reassigned on save */
  readonly restructured: boolean
}

/** Identity of an element while the form is open, also after a crash; not stored on the server. */
type Keyed = {
  readonly key: string
  /** number in the opened document; null when new. Only for toTemplateDraft; screens show positions */
  readonly storedAs: number | null
}

/** Generates a unique key; the only source of time and randomness. */
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

/** Option of a question; not an option of the form (`opcionales`). */
export type EditorOption = Keyed & Omit<Option, 'orden'>

/** Item of a combined question. */
export type EditorBlock =
  | (Keyed & Omit<Extract<CombinedItem, { type: 'text' }>, 'orden'>)
  | (Keyed & Omit<CombinedInput, 'orden' | 'opciones'> & { readonly opciones: readonly EditorOption[] })
  | (Keyed & Omit<Extract<CombinedItem, { type: 'break' }>, 'orden'>)

/** State in the editor. References other states by key, so that removing a state does not shift references. */
export type EditorState = Keyed & Omit<State, 'id' | 'transiciones'> & { readonly transiciones: readonly string[] }
export type EditorStates = Omit<TemplateStates, 'disponibles' | 'inicial'> & {
  readonly disponibles: readonly EditorState[]
  readonly inicial: string | null
}

export type EditorSignature = Keyed & Omit<SignatureConfig, 'indexSignature'>

/** Name of an option of the form. */
export type OptionFlag = keyof TemplateOptions
