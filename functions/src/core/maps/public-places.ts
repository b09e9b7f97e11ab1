import { municipalityOfDocument, type LatLng } from '#domain/places/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import {
  DEFAULT_LATITUDE,
  DEFAULT_LONGITUDE,
  ok,
  refuse,
  type MunicipalityPath,
  type Result,
  type TemplateId,
} from '#domain/kernel/index.ts'
import { isPlace } from '#domain/questions/index.ts'
import { findOpenForm, isOpenToCitizens } from '../pages/find-public-form.ts'
import type { Clock, Store } from '../ports.ts'

/** Map of a public form: centre and municipality, the same for every visitor. */
export type PublicMapPlace = { readonly municipality: MunicipalityPath; readonly centre: LatLng }

/**
 * Milliseconds for which a form is cached, because a screen requests dozens of tiles. A closed form has a map for that
 * long.
 */
const LIFE = 10_000
/** Maximum cached forms; the oldest are dropped. */
const MAX_FORMS = 1_000

/**
 * Finds the place of a public form, or of a portal form, whose citizens have no account. Refuses like `findPublicForm`,
 * and with access.forbidden for a form that does not ask for a location.
 */
export function publicPlaces(store: Store, clock: Clock): (id: TemplateId) => Promise<Result<PublicMapPlace>> {
  const read = new Map<TemplateId, { readonly at: number; readonly place: PublicMapPlace }>()
  const reading = new Map<TemplateId, Promise<Result<PublicMapPlace>>>()

  async function readPublicPlace(id: TemplateId): Promise<Result<PublicMapPlace>> {
    read.delete(id)
    const found = await findOpenForm(store, id, isOpenToCitizens)
    if (!found.ok) return found
    const { template, municipality } = found.value
    if (!hasPlaceQuestion(template)) return refuse('access.forbidden')
    const place = {
      municipality: municipalityOfDocument(template),
      centre: municipality.ubicacion ?? { latitude: DEFAULT_LATITUDE, longitude: DEFAULT_LONGITUDE },
    }
    read.set(id, { at: clock(), place })
    const [oldest] = read.keys()
    if (read.size > MAX_FORMS && oldest !== undefined) read.delete(oldest)
    return ok(place)
  }

  return async (id) => {
    const known = read.get(id)
    if (known !== undefined && Math.abs(clock() - known.at) < LIFE) return ok(known.place)
    // Concurrent requests share one read, because a form may be megabytes.
    const place = reading.get(id) ?? readPublicPlace(id).finally(() => reading.delete(id))
    reading.set(id, place)
    return place
  }
}

/** True when the form asks for a location, for the whole answer or in a question. */
function hasPlaceQuestion({ opcionales, secciones }: FormTemplate): boolean {
  return (
    opcionales.geolocalizacion ||
    secciones.some(
      ({ preguntas, conditions }) =>
        preguntas.some(isPlace) || conditions.some(({ questions }) => questions.some(isPlace)),
    )
  )
}
