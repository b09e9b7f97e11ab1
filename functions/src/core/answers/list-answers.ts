import { actorOfUser, can, seesOnlyOwnAnswers } from '#domain/access/index.ts'
import type { Answer, FormTemplate, User } from '#domain/documents/index.ts'
import { ANSWERS_PAGE_SIZE, ok, refuse } from '#domain/kernel/index.ts'
import type { Result, TemplateId } from '#domain/kernel/index.ts'
import { keys, summaryOf } from '#domain/sync/index.ts'
import type { AnswersPage } from '#domain/sync/index.ts'
import type { Store } from '../ports.ts'

/**
 * One page of a form's answers, newest first. Roles that see only their own get only those, filtered in the query and not on the screen.
 * Refuses with template.missing (also for a form that the user may not see) and with access.forbidden.
 */
export async function listAnswers(store: Store, user: User, id: TemplateId, page: number): Promise<Result<AnswersPage>> {
  const actor = actorOfUser(user)
  const template = (await store.get(keys.template(id))) as FormTemplate | undefined
  if (template === undefined || !can(actor, 'read', { kind: 'formulario', document: template })) return refuse('template.missing')
  if (!mayRead(user, template)) return refuse('access.forbidden')

  const filter = {
    collection: 'respuestas_formularios',
    where: { idPlantilla: id, ...(seesOnlyOwnAnswers(actor) ? { authorId: user.id } : {}) },
  }
  const [entries, total] = await Promise.all([
    store.query({
      ...filter,
      order: { field: 'fechaCreacion', descending: true },
      limit: ANSWERS_PAGE_SIZE,
      offset: (page - 1) * ANSWERS_PAGE_SIZE,
    }),
    store.count(filter),
  ])
  const answers = entries
    .map((entry) => entry.document as unknown as Answer)
    // A form that moved to another area keeps answers of the old one: each is asked about by itself.
    .filter((document) => can(actor, 'read', { kind: 'respuesta', document }))
    .map(summaryOf)
  const { titulo, descripcion } = template
  return ok({ template: { id, titulo, descripcion }, answers, page, pageSize: ANSWERS_PAGE_SIZE, total })
}

/** Whether the user could read an answer of their own to this form: who could not has nothing to look for in its list. */
function mayRead(user: User, template: FormTemplate): boolean {
  const { areas } = template
  const document = { areas, authorId: user.id, requestsForChanges: [], datosCiudadano: undefined, portalCiudadanoData: undefined }
  return can(actorOfUser(user), 'read', { kind: 'respuesta', document })
}
