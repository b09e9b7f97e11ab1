import { actorOfUser, can } from '#domain/access/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { coversAnswer } from '#domain/integrations/index.ts'
import { spendUnit } from '#domain/limits/judge.ts'
import { countryOf, ok, refuse, type AnswerId, type Result } from '#domain/kernel/index.ts'
import { isUnpaid } from '#domain/payments/index.ts'
import { keys } from '#domain/store/index.ts'
import type { BookingCode } from '#domain/templates/index.ts'
import type { Core } from '../../context.ts'
import { findOwnAnswer } from '../../citizens/own-answers.ts'
import { measuresForAddress } from '../../limits/by-address.ts'
import type { SessionGuard } from '../../sessions/guard.ts'

type BookingCodeRequest = { readonly request: Request; readonly address?: string | undefined }

/**
 * Handles `getTurneroEncryptCode`: returns the code that opens the booking page. For an answer to a public form its id
 * is enough, which is 128 random bits from the author's device. Any other answer needs the right to read it, or the
 * session of its citizen; otherwise answer.missing.
 * Also refuses with request.too-many, payment.unpaid, connector.not-configured, connector.municipality-not-linked and
 * booking.failed.
 */
export async function bookingCode(
  core: Core,
  guard: SessionGuard,
  id: AnswerId,
  asking: BookingCodeRequest,
): Promise<Result<BookingCode>> {
  const { store, connectors } = core.ports
  const counted = await spendBookingLimit(core, asking.address)
  if (!counted.ok) return counted
  const answer = await store.get(keys.answer(id))
  const isTheirs =
    answer !== undefined && ((await isOpen(core, answer)) || (await mayReadAnswer(core, guard, asking, answer)))
  const { appointmentGroup } = answer ?? {}
  if (!isTheirs || appointmentGroup === undefined || !answer.opcionales.addAppointment) return refuse('answer.missing')
  if (isUnpaid(answer)) return refuse('payment.unpaid')
  const place = await store.get(keys.municipality(municipalityOfDocument(answer)))
  if (place?.idMuniCore === undefined) return refuse('connector.municipality-not-linked')
  const booking = connectors?.booking
  if (booking?.page === undefined) return refuse('connector.not-configured')
  const { tenantUniqueName: tenant } = appointmentGroup
  const code = await booking.encrypt({ answer: id, tenant, municipalityId: place.idMuniCore })
  if (!code.ok) return code
  const version = await store.get(keys.templateVersion(answer.idPlantilla, answer.templateVersion))
  const agenda = version?.appointmentGroup?.appointmentData
  return ok({
    data: code.value,
    url: buildBookingLink(booking.page, { code: code.value, tenant, formData: buildBookingData(answer, agenda) }),
  })
}

/** Form data for the booking page, as JSON. Includes citizen and cloud, which our own page's URL does not have. */
function buildBookingData(answer: Answer, agenda: { readonly id: string; readonly name: string } | undefined): string {
  return JSON.stringify({
    respuesta: answer.codigoMunicipio,
    formulario: answer.titulo,
    ...(agenda === undefined ? {} : { agenda }),
    ...(answer.datosCiudadano?.id === undefined ? {} : { citizenId: answer.datosCiudadano.id }),
    useAWS: answer.muniCore?.usarAWS === true,
  })
}

function buildBookingLink(page: string, facts: Readonly<Record<string, string>>): string {
  const url = new URL(page)
  for (const [name, value] of Object.entries(facts)) url.searchParams.set(name, value)
  return url.href
}

/** True for a public form whose municipality and country are not blocked. */
async function isOpen({ ports }: Core, { opcionales, ...answer }: Answer): Promise<boolean> {
  if (!opcionales.publico) return false
  const path = municipalityOfDocument(answer)
  const [place, country] = await Promise.all([
    ports.store.get(keys.municipality(path)),
    ports.store.get(countryOf(path)),
  ])
  return place?.inhabilitado === false && country?.['inhabilitado'] === false
}

async function mayReadAnswer(
  { ports }: Core,
  guard: SessionGuard,
  { request }: BookingCodeRequest,
  document: Answer,
): Promise<boolean> {
  const staff = await guard.staff(request)
  if (staff.ok) {
    const { user, live } = staff.value
    const isWithin = live.token === undefined || coversAnswer(live.token, document)
    return isWithin && can(actorOfUser(user), 'read', { kind: 'respuesta', document })
  }
  const visit = await guard.citizen(request)
  return visit.ok && (await findOwnAnswer(ports.store, visit.value, document.id)).ok
}

/** Counts requests for codes from one network address. Refuses with request.too-many. */
async function spendBookingLimit({ ports, tuning }: Core, address: string | undefined): Promise<Result<true>> {
  const limit = { burst: tuning.bookingBurst, interval: tuning.bookingInterval }
  const measures = await measuresForAddress('booking', address, limit)
  return measures.length === 0 ? ok(true) : ports.store.commit(spendUnit(measures, ports.clock()))
}
