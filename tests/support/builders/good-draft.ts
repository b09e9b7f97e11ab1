import { buildTemplate } from './template.ts'
import { question, section } from './form-parts.ts'
import {
  type TemplateDraft,
  templateOptionsSchema,
  pickDraftFields,
  type TemplatePlace,
  validateTemplate,
} from '#domain/templates/index.ts'

/** A form that may be saved: title, area, one section with one question. */
export const GOOD: TemplateDraft = pickDraftFields(
  buildTemplate(
    {},
    { titulo: 'Good', opcionales: {}, estados: undefined, signatures: [], secciones: [section(0, [question(0)])] },
  ),
)

/** The options of a form with these switched on. */
export function opcionales(on: object) {
  return { opcionales: templateOptionsSchema.parse(on) }
}

/** States of these names, the first of them the initial one. */
export function states(...names: readonly string[]) {
  return {
    estados: {
      disponibles: names.map((nombre, id) => ({ id, nombre, transiciones: [] })),
      inicial: names.length === 0 ? null : 0,
      history: [],
    },
  }
}

/** What is reported, as `code place` in short. */
export function problemsAfter(change: object): readonly string[] {
  return validateTemplate({ ...GOOD, ...change }).map(({ code, place }) => `${code} ${inShort(place)}`)
}

/** A place in short, its parts in a row. */
export function inShort(place: TemplatePlace): string {
  return Object.values(place)
    .filter((part) => part !== null)
    .join(' ')
}
