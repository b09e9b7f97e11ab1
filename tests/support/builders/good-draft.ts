import { buildTemplate } from './template.ts'
import { question, section } from './form-parts.ts'
import {
  type TemplateDraft,
  templateOptionsSchema,
  pickDraftFields,
  type TemplatePlace,
  validateTemplate,
} from '#domain/templates/index.ts'

/** A valid draft: title, area, one section with one question. */
export const GOOD: TemplateDraft = pickDraftFields(
  buildTemplate(
    {},
    { titulo: 'Good', opcionales: {}, estados: undefined, signatures: [], secciones: [section(0, [question(0)])] },
  ),
)

/** The options of a form with these turned on. */
export function opcionales(on: object) {
  return { opcionales: templateOptionsSchema.parse(on) }
}

/** States with these names; the first is the initial one. */
export function states(...names: readonly string[]) {
  return {
    estados: {
      disponibles: names.map((nombre, id) => ({ id, nombre, transiciones: [] })),
      inicial: names.length === 0 ? null : 0,
      history: [],
    },
  }
}

/** Reported problems, abbreviated as `code place`. */
export function problemsAfter(change: object): readonly string[] {
  return validateTemplate({ ...GOOD, ...change }).map(({ code, place }) => `${code} ${abbreviatePlace(place)}`)
}

/** An abbreviated place: its parts joined. */
export function abbreviatePlace(place: TemplatePlace): string {
  return Object.values(place)
    .filter((part) => part !== null)
    .join(' ')
}
