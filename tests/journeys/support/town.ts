import { DEMO_AREAS, buildPlaceInfo } from '#embedded/demo/places.ts'
import { DEMO_PASSWORD } from '#embedded/demo/index.ts'
import { startServer } from '#embedded/server.ts'
import { QUESTION_TYPE } from '#domain/questions/index.ts'
import type { Municipality } from '#domain/places/index.ts'
import { instantSchema, templateIdSchema } from '#domain/kernel/index.ts'
import { buildVersionWrites } from '#domain/templates/judge/index.ts'
import { keys, type StoredDocument } from '#domain/store/index.ts'
import { buildPlainTemplate, buildTemplate } from '#tests/support/builders/template.ts'

/**
 * The demonstration city and two forms: one with every kind of question, one with a line of text and a photo. Their
 * titles put them on the list's first page in each language.
 */

const AREA = DEMO_AREAS.cordoba.habilitaciones
const FACTS = { areas: [AREA], ...buildPlaceInfo(AREA), timeStamp: instantSchema.parse('2026-11-01T12:00:00.000Z') }

/** One of each kind of question: see tests/support/builders/template.ts. */
export const SHOP_FORM = buildTemplate(
  { ...FACTS, id: templateIdSchema.parse('viaje-comercio') },
  { titulo: 'Andanza: inspección de comercio', tituloAlternativeLanguage_en: 'Journey: shop inspection' },
)
export const SHOP_TITLE = 'Journey: shop inspection'
export const SHOP_TITLE_ES = 'Andanza: inspección de comercio'

/** A short form for answers by the hundred. */
export const NOTE_FORM = buildPlainTemplate(
  { ...FACTS, id: templateIdSchema.parse('viaje-nota') },
  {
    titulo: 'Andanza: nota',
    tituloAlternativeLanguage_en: 'Journey: note',
    secciones: [
      {
        orden: 0,
        titulo: 'Nota',
        preguntas: [
          { orden: 0, titulo: 'Nota', tipoPregunta: QUESTION_TYPE.OPEN, required: true },
          { orden: 1, titulo: 'Foto', tipoPregunta: QUESTION_TYPE.OPEN, adjuntar: true },
        ],
      },
    ],
  },
)
export const NOTE_TITLE = 'Journey: note'

/**
 * Asks for citizen and recipient in the first step; has area and incident type, creates incidents, offers copies by
 * e-mail.
 */
export const VISIT_FORM = buildPlainTemplate(
  { ...FACTS, id: templateIdSchema.parse('viaje-visita') },
  {
    titulo: 'Visita a un vecino',
    muniCore: { username: 'supervisor-elevado', areaId: '102', idTipoIncidente: '5001' },
    opcionales: {
      ciudadano: true,
      ciudadanoRequerido: true,
      destinatario: true,
      incidentes: true,
      envioEmail: true,
    },
  },
)

/** The same note in the other municipality. */
const FAR_AREA = DEMO_AREAS.montevideo.areasVerdes
export const FAR_NOTE_FORM = buildPlainTemplate(
  { ...FACTS, areas: [FAR_AREA], ...buildPlaceInfo(FAR_AREA), id: templateIdSchema.parse('viaje-nota-lejos') },
  { ...NOTE_FORM, areas: [FAR_AREA], titulo: 'Nota de lejos', tituloAlternativeLanguage_en: 'Far note' },
)
export const FAR_NOTE_TITLE = 'Far note'

export const MUNICIPALITY = AREA.split('/').slice(0, 6).join('/')
export const CODE_KEY = 'CBA'

export type Person = { readonly id: string; readonly email: string; readonly password: string }

function person(id: string): Person {
  return { id, email: `${id}@relevo.example`, password: DEMO_PASSWORD }
}

/** Both inspectors and the supervisor work in the area of the journeys' forms. */
export const INSPECTOR = person('inspector')
export const OTHER_INSPECTOR = person('inspector-elevado-corrector')
/** works in the other municipality */
export const FAR_INSPECTOR = person('inspector-elevado')
export const SUPERVISOR = person('supervisor')
export const ADMIN = person('admin')
/** edits forms, in every area of the municipality */
export const EDITOR = person('supervisor-elevado')
/** edits forms and has no access to answers */
export const GENERATOR = person('generador')

/** Fills a data folder once. Journeys start on copies of it, which takes a second instead of ten. */
export async function fillTown(folder: string): Promise<void> {
  const server = await startServer({ port: 0, host: '127.0.0.1', dataDir: folder, firstStart: 'demo' })
  try {
    // Combined questions are enabled by a flag of the remote configuration.
    const flags = { kind: 'set' as const, key: keys.remoteConfig, document: { show_new_type_question: true } }
    const writes = [SHOP_FORM, NOTE_FORM, VISIT_FORM, FAR_NOTE_FORM].flatMap(buildVersionWrites)
    // Videos are enabled by the municipality's settings.
    const offering = (municipality: StoredDocument | undefined) => {
      const settings = { ...(municipality as Municipality | undefined)?.settings, videoAttachments: true }
      return { kind: 'set' as const, key: MUNICIPALITY, document: { ...municipality, settings } }
    }
    await server.ports.store.commit({
      keysFor: () => [MUNICIPALITY],
      decide: (found) => ({ result: true, writes: [flags, offering(found.get(MUNICIPALITY)), ...writes] }),
    })
  } finally {
    await server.close(0)
  }
}
