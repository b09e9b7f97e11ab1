import { actorOfUser, can, seesOnlyOwnAnswers } from '#domain/access/index.ts'
import { referencePrefix } from '#domain/codes/index.ts'
import type { FormTemplate, User } from '#domain/documents/index.ts'
import { ANSWERS_PAGE_SIZE, ok, refuse, type Result, type TemplateId } from '#domain/kernel/index.ts'
import { keys, type StoredDocument } from '#domain/store/index.ts'
import type { AnswersPage, ListedAnswer } from '#domain/sync/index.ts'
import type { Entry, Store } from '../ports.ts'

/**
 * One page of a form's answers, newest first. Roles that see only their own get only those, filtered in the query and not on the screen.
 * Refuses with template.missing (also for a form that the user may not see) and with access.forbidden.
 */
export async function listAnswers(
  store: Store,
  user: User,
  id: TemplateId,
  page: number,
): Promise<Result<AnswersPage>> {
  const template = await listedForm(store, user, id)
  if (!template.ok) return template
  const filter = filterOf(user, id)
  const [entries, total] = await Promise.all([
    store.query({
      ...filter,
      order: { field: 'fechaCreacion', descending: true },
      limit: ANSWERS_PAGE_SIZE,
      offset: (page - 1) * ANSWERS_PAGE_SIZE,
    }),
    store.count(filter),
  ])
  return ok({ template: template.value, answers: shownTo(user, entries), page, pageSize: ANSWERS_PAGE_SIZE, total })
}

/**
 * The answers of a form that have this code, in the case in which it was typed or in capitals, or this provisional reference. Refuses as the list does.
 */
export async function seekAnswers(
  store: Store,
  user: User,
  id: TemplateId,
  sought: string,
): Promise<Result<AnswersPage>> {
  const template = await listedForm(store, user, id)
  if (!template.ok) return template
  const filter = filterOf(user, id)
  const codes = new Set([sought, sought.toUpperCase()])
  const byCode = [...codes].map((codigoMunicipio) =>
    store.query({ ...filter, where: { ...filter.where, codigoMunicipio }, limit: ANSWERS_PAGE_SIZE }),
  )
  const prefix = referencePrefix(sought)
  const byReference =
    prefix === null
      ? []
      : store.query({
          collection: filter.collection,
          summaries: true,
          keyPrefix: `${filter.collection}/${prefix}`,
          limit: ANSWERS_PAGE_SIZE,
        })
  const found = (await Promise.all([...byCode, byReference])).flat()
  const wanted = (document: StoredDocument): boolean =>
    Object.entries(filter.where).every(([field, value]) => document[field] === value)
  const entries = [
    ...new Map(found.filter(({ document }) => wanted(document)).map((entry) => [entry.key, entry])).values(),
  ]
  const answers = shownTo(user, entries)
  return ok({ template: template.value, answers, page: 1, pageSize: ANSWERS_PAGE_SIZE, total: answers.length })
}

/** The form, for somebody who may read its list. */
async function listedForm(store: Store, user: User, id: TemplateId): Promise<Result<AnswersPage['template']>> {
  const template = await store.get(keys.template(id))
  if (template === undefined || !can(actorOfUser(user), 'read', { kind: 'formulario', document: template }))
    return refuse('template.missing')
  if (!mayRead(user, template)) return refuse('access.forbidden')
  const { titulo, descripcion } = template
  return ok({ id, titulo, descripcion })
}

function filterOf(user: User, id: TemplateId) {
  const own = seesOnlyOwnAnswers(actorOfUser(user)) ? { authorId: user.id } : {}
  return { collection: 'respuestas_formularios', where: { idPlantilla: id, ...own }, summaries: true } as const
}

function shownTo(user: User, entries: readonly Entry<ListedAnswer>[]): AnswersPage['answers'] {
  return (
    entries
      .map((entry) => entry.document)
      // A form that moved to another area keeps answers of the old one: each is asked about by itself.
      .filter((document) => can(actorOfUser(user), 'read', { kind: 'respuesta', document }))
      .map(({ summary }) => summary)
  )
}

/** Whether the user could read an answer of their own to this form: who could not has nothing to look for in its list. */
function mayRead(user: User, template: FormTemplate): boolean {
  const { areas } = template
  const document = { areas, authorId: user.id, datosCiudadano: undefined, portalCiudadanoData: undefined }
  return can(actorOfUser(user), 'read', { kind: 'respuesta', document })
}
