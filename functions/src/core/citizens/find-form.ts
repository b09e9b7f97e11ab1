import { can } from '#domain/access/index.ts'
import { toPublicForm } from '#domain/answering/index.ts'
import { citizenSchema, type citizenFormSchema } from '#domain/citizens/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { resolveSettings } from '#domain/places/index.ts'
import { countAnswersIn, findTemplateIn } from '#domain/templates/judge/index.ts'
import { citizenCounterKeys, findFullReason } from '#domain/answers/judge/index.ts'
import { ok, refuse, type Result, type TemplateId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { z } from 'zod'
import type { Store } from '../ports.ts'
import type { Visit } from './visits.ts'

/** A portal form of the citizen's municipality. Refuses with template.missing, or with template.deleted. */
export async function findCitizenForm(store: Store, id: TemplateId, { actor }: Visit): Promise<Result<FormTemplate>> {
  const template = findTemplateIn(await store.getMany([keys.template(id)]), id)
  const isOfPortal = template?.opcionales.citizenAssociationFromCitizenPortal === true
  if (template === undefined || !isOfPortal) return refuse('template.missing')
  const there = { ...template, deleted: false }
  if (!can(actor, 'create', { kind: 'respuesta', template: there })) return refuse('template.missing')
  return template.deleted ? refuse('template.deleted') : ok(template)
}

/**
 * The form for the citizen. If it accepts no answer now, includes the reason, to show before the citizen fills it in.
 */
export async function openCitizenForm(
  store: Store,
  id: TemplateId,
  visit: Visit,
): Promise<Result<z.output<typeof citizenFormSchema>>> {
  if (visit.session.scope.kind !== 'own') return refuse('access.forbidden')
  const found = await findCitizenForm(store, id, visit)
  if (!found.ok) return found
  const { id: citizen, dni } = visit.session.citizen
  const names = citizenCounterKeys(id, citizenSchema.parse({ id: citizen, dni }))
  const counted = await store.getMany([keys.templateCounter(id), ...names])
  const hasAnswered = names.some((name) => counted.get(name) !== undefined)
  return ok({
    form: toPublicForm(found.value, false),
    codeHidden: resolveSettings(visit.municipality).codeHidden,
    refusal: findFullReason(found.value, countAnswersIn(counted, id), hasAnswered),
  })
}
