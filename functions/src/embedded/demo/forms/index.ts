import { completeTemplate, type FormTemplate } from '#domain/templates/index.ts'
import { templateIdSchema, toInstant, type AreaPath } from '#domain/kernel/index.ts'
import { readTemplateFile } from '#domain/template-file/index.ts'
import { DEMO_AREAS, buildPlaceInfo } from '../places.ts'
import festival from './festival.json' with { type: 'json' }
import forestStructure from './forest-structure.json' with { type: 'json' }
import lighting from './lighting.json' with { type: 'json' }
import premises from './premises.json' with { type: 'json' }
import pruning from './pruning.json' with { type: 'json' }
import siteAssessment from './site-assessment.json' with { type: 'json' }
import socioEconomic from './socio-economic.json' with { type: 'json' }
import stall from './stall.json' with { type: 'json' }
import trees from './trees.json' with { type: 'json' }

const { cordoba, montevideo } = DEMO_AREAS

/**
 * Three real field forms, six of our own, and two copies for the second city, as exported by the editor without
 * defaults.
 */
const DEMO_FORMS: Readonly<
  Record<string, { readonly areas: readonly [AreaPath, ...AreaPath[]]; readonly file: unknown }>
> = {
  'inspeccion-local': { areas: [cordoba.habilitaciones, cordoba.fiscalizacion], file: premises },
  'censo-arbolado': { areas: [cordoba.espaciosVerdes], file: trees },
  'reclamo-alumbrado': { areas: [cordoba.alumbrado], file: lighting },
  'forest-structure': { areas: [cordoba.espaciosVerdes, cordoba.defensaCivil], file: forestStructure },
  'site-assessment': { areas: [cordoba.defensaCivil], file: siteAssessment },
  'socio-economic': { areas: [cordoba.desarrolloSocial], file: socioEconomic },
  'censo-arbolado-mvd': { areas: [montevideo.areasVerdes], file: trees },
  'reclamo-alumbrado-mvd': { areas: [montevideo.alumbrado], file: lighting },
  'entradas-tablados': { areas: [montevideo.convivencia], file: festival },
  'pedido-poda': { areas: [cordoba.espaciosVerdes], file: pruning },
  'puesto-feria': { areas: [montevideo.convivencia], file: stall },
}

/** The author of the first versions: the administrator. */
const AUTHOR = 'lferreyra'

/** The original of each copied form. */
const ORIGINALS: Readonly<Record<string, string>> = {
  'censo-arbolado-mvd': 'censo-arbolado',
  'reclamo-alumbrado-mvd': 'reclamo-alumbrado',
}

/**
 * The templates, all in their first version.
 * @param since time of creation, milliseconds @param event time of the event with tickets
 */
export function buildDemoTemplates(since: number, event = since): readonly FormTemplate[] {
  const timeStamp = toInstant(since)
  return Object.entries(DEMO_FORMS).map(([id, { areas, file }]) => {
    const read = readTemplateFile(file)
    if (!read.ok) throw new Error(`${id} is no form`)
    const { ticketSale, ...draft } = read.value
    const sold = ticketSale?.productType === 'event' ? { ...ticketSale, eventDate: toInstant(event) } : ticketSale
    const facts = { id: templateIdSchema.parse(id), version: 1, areas, timeStamp, ...buildPlaceInfo(areas[0]) }
    const template = {
      ...completeTemplate({ ...draft, ticketSale: sold }, facts),
      lastEdit: { date: timeStamp, username: AUTHOR },
    }
    const parent = ORIGINALS[id]
    if (parent === undefined) return template
    return {
      ...template,
      duplicatedInfo: { username: AUTHOR, date: timeStamp, parentFormId: templateIdSchema.parse(parent) },
    }
  })
}
