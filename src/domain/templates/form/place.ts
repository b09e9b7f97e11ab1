import type { CombinedInput, Question } from '../../questions/documents.ts'
import type { Condition, Section } from '../documents/section.ts'
import type { SignatureConfig } from '../documents/signature.ts'
import type { State } from '../documents/states.ts'
import type { TemplateDraft } from '../documents/template.ts'
import type { Problem } from '../../kernel/problem.ts'
import { unreachable } from '../../kernel/unreachable.ts'
import type { EditorForm, EditorQuestion, FormOptionName } from './editor-form.ts'

/** Place in a template, by list indexes from 0, used on device and server; `findKeyAt` converts it to a key. */
export type TemplatePlace =
  /** field of the form itself */
  | { readonly kind: 'field'; readonly field: FormField }
  /** switch in `opcionales` */
  | { readonly kind: 'option'; readonly option: FormOptionName }
  | { readonly kind: 'state'; readonly state: number; readonly field: keyof State }
  | { readonly kind: 'signature'; readonly signature: number; readonly field: keyof SignatureConfig }
  | { readonly kind: 'section'; readonly section: number; readonly field: keyof Section }
  | {
      readonly kind: 'condition'
      readonly section: number
      readonly condition: number
      readonly field: keyof Condition
    }
  | (QuestionPlace & { readonly kind: 'question'; readonly field: keyof Question })
  /** item of a combined question */
  | (QuestionPlace & {
      readonly kind: 'block'
      readonly block: number
      readonly field: keyof CombinedInput | 'content' | 'style'
    })
  /** option of a question, or of an input of a combined question */
  | (QuestionPlace & { readonly kind: 'choice'; readonly block: number | null; readonly choice: number })

/** Place of a question; `condition` is null in a normal section. */
export type QuestionPlace = { readonly section: number; readonly condition: number | null; readonly question: number }

export type FormField = Exclude<keyof TemplateDraft, 'opcionales'> | 'muniCore.areaId' | 'muniCore.perState'

/** Problem that prevents a template from being saved, with its place in the form. */
export type TemplateProblem = Problem & { readonly place: TemplatePlace }

/** Returns the key of the element at a place; null for the form itself or an unknown place. */
export function findKeyAt(form: EditorForm, place: TemplatePlace): string | null {
  switch (place.kind) {
    case 'field':
    case 'option':
      return null
    case 'state':
      return form.estados.disponibles[place.state]?.key ?? null
    case 'signature':
      return form.signatures[place.signature]?.key ?? null
    case 'section':
      return form.secciones[place.section]?.key ?? null
    case 'condition':
      return form.secciones[place.section]?.conditions[place.condition]?.key ?? null
    case 'question':
      return findQuestionAt(form, place)?.key ?? null
    case 'block':
      return findQuestionAt(form, place)?.combinedQuestions?.[place.block]?.key ?? null
    case 'choice': {
      const question = findQuestionAt(form, place)
      if (place.block === null) return question?.opciones[place.choice]?.key ?? null
      const block = question?.combinedQuestions?.[place.block]
      return block?.type === 'input' ? (block.opciones[place.choice]?.key ?? null) : null
    }
    default:
      return unreachable(place)
  }
}

/** Returns the question at a place, if there is one. */
export function findQuestionAt(
  form: EditorForm,
  { section, condition, question }: QuestionPlace,
): EditorQuestion | undefined {
  const editorSection = form.secciones[section]
  return condition === null
    ? editorSection?.preguntas[question]
    : editorSection?.conditions[condition]?.questions[question]
}
