import { completeTemplate, type FormTemplate } from '#domain/documents/index.ts'
import { templateIdSchema, toInstant, type AreaPath } from '#domain/kernel/index.ts'
import { AREAS, infoOf } from '../places.ts'
import forestStructure from './forest-structure.json' with { type: 'json' }
import siteAssessment from './ifrc-site-assessment.json' with { type: 'json' }
import { lightingForm } from './lighting.ts'
import { premisesForm } from './premises.ts'
import { festivalForm, stallForm } from './sales.ts'
import socioEconomic from './socio-economic.json' with { type: 'json' }
import { treesForm } from './trees.ts'

const { cordoba, montevideo } = AREAS

type Listed = { readonly id: string; readonly areas: readonly AreaPath[]; readonly draft: Readonly<Record<string, unknown>> }

/** Three real field forms under names that a city would give them (see README.md), three of our own, and two copies for the second city. */
const LISTED: readonly Listed[] = [
  { id: 'inspeccion-local', areas: [cordoba.habilitaciones, cordoba.fiscalizacion], draft: premisesForm },
  { id: 'censo-arbolado', areas: [cordoba.espaciosVerdes], draft: treesForm },
  { id: 'reclamo-alumbrado', areas: [cordoba.alumbrado], draft: lightingForm },
  {
    id: 'forest-structure',
    areas: [cordoba.espaciosVerdes, cordoba.defensaCivil],
    draft: { ...forestStructure, tituloAlternativeLanguage_es: 'Estructura del bosque: parcela de la reserva' },
  },
  {
    id: 'site-assessment',
    areas: [cordoba.defensaCivil],
    draft: {
      ...siteAssessment,
      titulo: 'Distribution site assessment',
      tituloAlternativeLanguage_es: 'Evaluación de un sitio de distribución',
      descripcion: 'Whether a place is fit for handing out aid: access, safety, dignity of those who wait.',
    },
  },
  {
    id: 'socio-economic',
    areas: [cordoba.desarrolloSocial],
    draft: {
      ...socioEconomic,
      tituloAlternativeLanguage_es: 'Encuesta socioeconómica de hogares',
      opcionales: { limitResponses: true },
      responsesCount: 500,
    },
  },
  { id: 'censo-arbolado-mvd', areas: [montevideo.areasVerdes], draft: treesForm },
  { id: 'reclamo-alumbrado-mvd', areas: [montevideo.alumbrado], draft: lightingForm },
]

/** Who saved the first versions: the administrator. */
const AUTHOR = 'lferreyra'

/** Which form a copy was made of. */
const ORIGINALS: Readonly<Record<string, string>> = { 'censo-arbolado-mvd': 'censo-arbolado', 'reclamo-alumbrado-mvd': 'reclamo-alumbrado' }

/**
 * The templates, all in their first version.
 * @param since when they were made, milliseconds @param event when what is sold takes place
 */
export function templates(since: number, event = since): readonly FormTemplate[] {
  const timeStamp = toInstant(since)
  const sold: readonly Listed[] = [
    { id: 'entradas-tablados', areas: [montevideo.convivencia], draft: festivalForm(toInstant(event)) },
    { id: 'puesto-feria', areas: [montevideo.convivencia], draft: stallForm },
  ]
  return [...LISTED, ...sold].map(({ id, areas, draft }) => {
    const [first] = areas
    if (first === undefined) throw new Error(`Form ${id} has no area`)
    const own = completeTemplate(draft, { id: templateIdSchema.parse(id), version: 1, areas, timeStamp, ...infoOf(first) })
    const template = { ...own, lastEdit: { date: timeStamp, username: AUTHOR } }
    const parent = ORIGINALS[id]
    if (parent === undefined) return template
    return { ...template, duplicatedInfo: { username: AUTHOR, date: timeStamp, parentFormId: templateIdSchema.parse(parent) } }
  })
}
