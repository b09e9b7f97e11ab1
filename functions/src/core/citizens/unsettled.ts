import { actorOfUser, listReachablePlaces } from '#domain/access/index.ts'
import {
  findCitizenFieldErrors,
  ALL_UNSETTLED_SEARCH_KEY,
  getRegistryNumber,
  type SettleRequest,
  type UnsettledPage,
  type Citizen,
  type UnsettledCitizen,
} from '#domain/citizens/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import type { User } from '#domain/users/index.ts'
import { maySettleCitizen, settleCitizenUnit, type SettleDecision } from '#domain/answers/judge/index.ts'
import { withAudit } from '#domain/audit/index.ts'
import {
  ANSWERS_PAGE_SIZE,
  REGISTRY_DOCUMENT_TYPE,
  ok,
  refuse,
  toInstant,
  type AnswerId,
  type Result,
} from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Core } from '../context.ts'
import { createQueryableEntries } from '../answers/among.ts'
import { queryPage } from '../paging.ts'
import type { DocumentEntry, Store } from '../ports.ts'
import type { Requester } from '../context.ts'
import { logCitizenAccess } from './note-citizen.ts'
import { findRegistryForUser } from './registry-for.ts'

/** Maximum unsettled citizens read, the longest waiting first. */
const MAX_UNSETTLED_READ = 2_000

/** Citizens that the registry could not identify, in answers that this user may correct, oldest first. */
export async function listUnsettledCitizens(
  store: Store,
  user: User,
  places: { readonly after?: string | undefined; readonly before?: string | undefined },
): Promise<UnsettledPage> {
  const open = await findCitizensToSettle(store, user, MAX_UNSETTLED_READ)
  const unsettledSince = ({ at }: UnsettledCitizen): string => at
  const { entries, next, previous } = await queryPage(createQueryableEntries(open, unsettledSince), {
    query: { collection: 'unsettled' },
    order: { field: 'at', descending: false },
    valueOf: unsettledSince,
    size: ANSWERS_PAGE_SIZE,
    ...places,
  })
  return {
    citizens: entries.map(({ document }) => toUnsettledLine(document)),
    total: open.length,
    ...(next === undefined ? {} : { next }),
    ...(previous === undefined ? {} : { previous }),
  }
}

/** The unsettled citizens among the first `max` that this user may settle, the longest waiting first. */
export async function findCitizensToSettle(
  store: Store,
  user: User,
  max: number,
): Promise<readonly DocumentEntry<UnsettledCitizen>[]> {
  const found = await store.query({
    collection: 'unsettled',
    containsAny: { field: 'listing.reach', values: listReachablePlaces(actorOfUser(user), ALL_UNSETTLED_SEARCH_KEY) },
    order: { field: 'at', descending: false },
    limit: max,
  })
  return found.filter(({ document }) => maySettleCitizen(user, document))
}

/** Leaves out `found` if it is a whole person, as stored by earlier releases, instead of an id. */
function toUnsettledLine({
  areas: _,
  authorId: __,
  found,
  ...line
}: UnsettledCitizen): UnsettledPage['citizens'][number] {
  return typeof found === 'string' ? { ...line, found } : line
}

/**
 * Settles the citizen of an answer. Refuses with answer.missing (the user may not correct it), citizen.settled (already
 * settled), citizen.other-found (the registry now returns another person than the user has seen),
 * answer.citizen-invalid (the typed citizen cannot be created), and as `findRegistryForUser` and the registry.
 */
export async function settleAnswerCitizen(
  core: Core,
  id: AnswerId,
  settle: SettleRequest,
  by: Requester,
): Promise<Result<{ citizen: Citizen }>> {
  const { user, address } = by
  const { store, clock } = core.ports
  const answer = await store.get(keys.answer(id))
  if (answer === undefined || !maySettleCitizen(user, answer)) return refuse('answer.missing')
  const { datosCiudadano: citizen } = answer
  if ((await store.get(keys.unsettled(id))) === undefined || citizen === undefined) return refuse('citizen.settled')
  const decision = await resolveSettleWish(core, by, { answer, citizen, settle })
  if (!decision.ok) return decision
  const now = toInstant(clock())
  return store.commit(
    withAudit(
      settleCitizenUnit({ id, citizen }, decision.value, user.id, now),
      {
        action: 'citizen.settled',
        target: keys.answer(id),
        by: user,
        from: address,
        municipality: municipalityOfDocument(answer),
        details: { how: settle.how },
      },
      now,
    ),
  )
}

async function resolveSettleWish(
  core: Core,
  by: Requester,
  { answer, citizen, settle }: { readonly answer: Answer; readonly citizen: Citizen; readonly settle: SettleRequest },
): Promise<Result<SettleDecision>> {
  if (settle.how === 'typed') return ok({ how: 'typed' })
  const municipality = municipalityOfDocument(answer)
  const registry = await findRegistryForUser(core, by.user, municipality)
  if (!registry.ok) return registry
  if (settle.how === 'registered') {
    const result = await registry.value.find({ dni: settle.number })
    if (!result.ok) return result
    const details = { by: 'number', found: result.value !== null }
    const act = { action: 'citizen.looked-up', municipality, id: result.value?.id, details } as const
    await logCitizenAccess(core.ports, by, act)
    return result.value?.id === settle.id
      ? ok({ how: 'registered', citizen: result.value, number: settle.number })
      : refuse('citizen.other-found')
  }
  const [wrong] = Object.keys(findCitizenFieldErrors(citizen))
  if (wrong !== undefined) return refuse('answer.citizen-invalid', { field: wrong })
  const { nombre, apellido, email, telefono, calle, tipo } = citizen
  const facts = { nombre, apellido, email, telefono, calle }
  const tipoDocumentoId = tipo === 'juridica' ? REGISTRY_DOCUMENT_TYPE.CUIT : REGISTRY_DOCUMENT_TYPE.DNI
  const dni = getRegistryNumber(citizen)
  // The idempotency key contains the number: a correction may name another citizen, and for the same key the registry
  // would return the first citizen.
  const created = await registry.value.create({ ...facts, dni, tipoDocumentoId }, `answer~${answer.id}~${dni}`)
  if (!created.ok) return created
  // Logged immediately, because the registry has the citizen even if another user settles the answer first.
  const act = { action: 'citizen.created', municipality, id: created.value.id, details: {} } as const
  await logCitizenAccess(core.ports, by, act)
  return ok({ how: 'created', citizen: { ...facts, id: created.value.id } })
}
