import { actorOfUser, can, seesOnlyOwnAnswers } from '#domain/access/index.ts'
import { referencePrefix } from '#domain/codes/index.ts'
import type { FormTemplate, User } from '#domain/documents/index.ts'
import { ANSWERS_PAGE_SIZE, ok, refuse, type Result, type TemplateId } from '#domain/kernel/index.ts'
import { keys, type StoredDocument } from '#domain/store/index.ts'
import type { AnswersPage, ListedAnswer } from '#domain/sync/index.ts'
import type { Entry, Store } from '../ports.ts'

/** An answer as a store lists it. */
export type Listed = Entry<ListedAnswer>

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
  return ok({
    template: named(template.value),
    answers: shownTo(user, entries),
    page,
    pageSize: ANSWERS_PAGE_SIZE,
    total,
  })
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
  const answers = shownTo(user, await entriesSought(store, user, id, sought))
  return ok({ template: named(template.value), answers, page: 1, pageSize: ANSWERS_PAGE_SIZE, total: answers.length })
}

/**
 * Summaries of what has this code or reference among the answers that the user's list of the form is made of.
 * @param limit of each way to find them
 */
export async function entriesSought(
  store: Store,
  user: User,
  id: TemplateId,
  sought: string,
  limit = ANSWERS_PAGE_SIZE,
): Promise<readonly Listed[]> {
  const filter = filterOf(user, id)
  const codes = new Set([sought, sought.toUpperCase()])
  const byCode = [...codes].map((codigoMunicipio) =>
    store.query({ ...filter, where: { ...filter.where, codigoMunicipio }, limit }),
  )
  const prefix = referencePrefix(sought)
  const byReference =
    prefix === null
      ? []
      : store.query({
          collection: filter.collection,
          summaries: true,
          keyPrefix: `${filter.collection}/${prefix}`,
          limit,
        })
  const found = (await Promise.all([...byCode, byReference])).flat()
  const wanted = (document: StoredDocument): boolean =>
    Object.entries(filter.where).every(([field, value]) => document[field] === value)
  return [...new Map(found.filter(({ document }) => wanted(document)).map((entry) => [entry.key, entry])).values()]
}

/** The form, for somebody who may read its list. Refuses like the list. */
export async function listedForm(store: Store, user: User, id: TemplateId): Promise<Result<FormTemplate>> {
  const template = await store.get(keys.template(id))
  if (template === undefined || !can(actorOfUser(user), 'read', { kind: 'formulario', document: template }))
    return refuse('template.missing')
  if (!mayRead(user, template)) return refuse('access.forbidden')
  return ok(template)
}

function named({ id, titulo, descripcion }: FormTemplate): AnswersPage['template'] {
  return { id, titulo, descripcion }
}

/** What the list of a form is made of for this user. */
export function filterOf(user: User, id: TemplateId) {
  const own = seesOnlyOwnAnswers(actorOfUser(user)) ? { authorId: user.id } : {}
  return { collection: 'respuestas_formularios', where: { idPlantilla: id, ...own }, summaries: true } as const
}

function shownTo(user: User, entries: readonly Listed[]): AnswersPage['answers'] {
  return entries.filter((entry) => isShownTo(user, entry)).map(({ document }) => document.summary)
}

/** A form that moved to another area keeps answers of the old one: each is asked about by itself. */
export function isShownTo(user: User, { document }: Listed): boolean {
  return can(actorOfUser(user), 'read', { kind: 'respuesta', document })
}

/** Whether the user could read an answer of their own to this form: who could not has nothing to look for in its list. */
function mayRead(user: User, template: FormTemplate): boolean {
  const { areas } = template
  const document = { areas, authorId: user.id, datosCiudadano: undefined, portalCiudadanoData: undefined }
  return can(actorOfUser(user), 'read', { kind: 'respuesta', document })
}
