import { actorOfUser, can, municipalitiesOf, seesOnlyOwnAnswers, type Staff } from '#domain/access/index.ts'
import type { User } from '#domain/users/index.ts'
import type { Instant, TemplateId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { MAX_PENDING, MAX_PENDING_FORMS, type Pending, type PendingForm } from '#domain/jobs/index.ts'
import { statesToDecide } from '#domain/answers/index.ts'
import { mayReadFormAnswers } from '../answers/list-answers.ts'
import { readAreaPaths } from '../places/all-places.ts'
import type { CountQuery, Store } from '../ports.ts'

type PendingRequest = { readonly since: Instant; readonly now: Instant }

/**
 * Counts the answers waiting for a next state, for the forms of a user's areas. Costs two index lookups per form, and
 * for forms with waiting answers two more per state. Counts stop at `MAX_PENDING`.
 */
export async function findPending(store: Store, user: User, { since, now }: PendingRequest): Promise<Pending> {
  const actor = actorOfUser(user)
  if (seesOnlyOwnAnswers(actor)) return { at: now, forms: [], andMore: false }
  const values = await areasReached(store, actor)
  if (values?.length === 0) return { at: now, forms: [], andMore: false }
  const found = await store.query({
    collection: 'formularios',
    where: { deleted: false },
    ...(values === null ? {} : { containsAny: { field: 'areas', values } }),
    order: { field: 'titulo', descending: false },
    summaries: true,
    limit: MAX_PENDING_FORMS + 1,
  })
  const forms = await Promise.all(
    found.slice(0, MAX_PENDING_FORMS).map(({ document: { id } }) => readPendingForm(store, actor, id, since)),
  )
  return {
    at: now,
    forms: forms.filter((form) => form !== null).toSorted((a, b) => oldestWaiting(a).localeCompare(oldestWaiting(b))),
    andMore: found.length > MAX_PENDING_FORMS,
  }
}

/**
 * The areas whose answers the role may read.
 * @returns null for all areas
 */
async function areasReached(store: Store, actor: Staff): Promise<readonly string[] | null> {
  if (actor.role === 'ROLE_ADMIN') return null
  return actor.role === 'ROLE_SUPERVISOR_ELEVADO' ? readAreaPaths(store, municipalitiesOf(actor)) : actor.areas
}

/** @returns null when nothing waits and nothing arrived, or the user may not read the form */
async function readPendingForm(
  store: Store,
  actor: Staff,
  id: TemplateId,
  since: Instant,
): Promise<PendingForm | null> {
  const answers = (where: CountQuery['where']) =>
    ({ collection: 'respuestas_formularios', where: { idPlantilla: id, ...where } }) as const
  const oldest = async (where: CountQuery['where']): Promise<Instant | undefined> => {
    const order = { field: 'fechaCreacion', descending: false }
    const [first] = await store.query({ ...answers(where), order, summaries: true, limit: 1 })
    return first?.document.summary.fechaCreacion
  }
  const [waiting, today] = await Promise.all([
    oldest({ 'listing.waits': true }),
    store.count({ ...answers({}), range: { field: 'fechaCreacion', from: since }, most: MAX_PENDING }),
  ])
  if (waiting === undefined && today === 0) return null
  const template = await store.get(keys.template(id))
  if (template === undefined || !can(actor, 'read', { kind: 'formulario', document: template })) return null
  // Checked here, because the query matches any area of a form, but its answers belong to the first.
  if (!mayReadFormAnswers(actor, template)) return null
  const states = waiting === undefined || template.estados === undefined ? [] : statesToDecide(template.estados)
  const counted = await Promise.all(
    states.map(async (state) => {
      const where = { 'estados.actual': state.id }
      const [count, first] = await Promise.all([store.count({ ...answers(where), most: MAX_PENDING }), oldest(where)])
      return first === undefined ? [] : [{ id: state.id, nombre: state.nombre, count, oldest: first }]
    }),
  )
  return { id, titulo: template.titulo, municipio: template.municipioInfo.nombre, today, states: counted.flat() }
}

/** Sort key: the form with the oldest waiting answer first, forms without any last. */
function oldestWaiting({ states }: PendingForm): string {
  return states.map(({ oldest }) => oldest).toSorted()[0] ?? '~'
}
