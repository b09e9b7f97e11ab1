import { actorOfUser, can } from '#domain/access/index.ts'
import { citizenSchema, type Citizen } from '#domain/citizens/index.ts'
import type { User } from '#domain/users/index.ts'
import { citizenCounterKeys, findFullReason } from '#domain/answers/judge/index.ts'
import { spendUnit } from '#domain/limits/judge.ts'
import { ok, refuse, type Result, type TemplateId } from '#domain/kernel/index.ts'
import type { TakesAnswer } from '#domain/templates/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Core } from '../context.ts'
import { hashToBucket } from '../limits/buckets.ts'

type AcceptanceRequest = {
  readonly citizen?: Citizen['id'] | undefined
  readonly dni?: string | undefined
  readonly cuit?: string | undefined
}

/**
 * Checks whether a form accepts an answer by this author about this citizen, with the rate limit of the registry.
 * Refuses with template.missing and request.too-many.
 */
export async function checkTakesAnswer(
  { ports: { store, clock }, tuning }: Pick<Core, 'ports' | 'tuning'>,
  user: User,
  id: TemplateId,
  { citizen, ...numbers }: AcceptanceRequest,
): Promise<Result<TakesAnswer>> {
  const template = await store.get(keys.template(id))
  if (template === undefined || !can(actorOfUser(user), 'create', { kind: 'respuesta', template }))
    return refuse('template.missing')
  const about = citizenSchema.parse({ ...numbers, ...(citizen === undefined ? {} : { id: citizen }) })
  const names = template.opcionales.singleAnswer ? citizenCounterKeys(id, about) : []
  if (names.length > 0) {
    const measure = { key: await hashToBucket('citizens', user.id), burst: tuning.citizensBurst, cost: 1 }
    const paced = await store.commit(spendUnit([{ ...measure, interval: tuning.citizensInterval }], clock()))
    if (!paced.ok) return paced
  }
  const counter = keys.templateCounter(id)
  const found = await store.getMany([counter, ...names])
  const has = names.some((name) => found.get(name) !== undefined)
  const full = findFullReason(template, found.get(counter)?.count ?? 0, has)
  return ok({ refusal: full })
}
