import { can } from '#domain/access/index.ts'
import { toPublicForm } from '#domain/answering/index.ts'
import { isMadeByCitizen, isScopeCurrent, findLastChange, findWithdrawRefusal } from '#domain/corrections/index.ts'
import { resolveSettings } from '#domain/places/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { type SupportedJobs, withJobs } from '#domain/jobs/judge/index.ts'
import { withdrawAnswerUnit } from '#domain/answers/judge/index.ts'
import { ok, refuse, toInstant, type AnswerId, type Result } from '#domain/kernel/index.ts'
import { toCitizenAnswer, buildCitizenHistory, type OwnAnswer } from '#domain/citizens/index.ts'
import { type citizenPaymentTokenSchema, isUnpaid } from '#domain/payments/index.ts'
import { keys } from '#domain/store/index.ts'
import type { z } from 'zod'
import { readVersionsPage } from '../answers/read-versions.ts'
import type { Core } from '../context.ts'
import type { Store } from '../ports.ts'
import { signText } from '../signed-text.ts'
import type { LiveCitizenSession } from './visits.ts'

/**
 * An answer of this citizen. Refuses with answer.not-of-citizen (missing, another citizen's, or outside the session's
 * scope), and with session.required if the answer's request for changes or state has changed since the login link was
 * made.
 */
export async function findOwnAnswer(
  store: Store,
  { actor, session }: LiveCitizenSession,
  id: AnswerId,
): Promise<Result<Answer>> {
  const { scope } = session
  if (scope.kind !== 'own' && scope.answer !== id) return refuse('answer.not-of-citizen')
  const answer = await store.get(keys.answer(id))
  if (answer === undefined || !can(actor, 'read', { kind: 'respuesta', document: answer }))
    return refuse('answer.not-of-citizen')
  return scope.kind === 'own' || isScopeCurrent(answer, scope) ? ok(answer) : refuse('session.required')
}

/**
 * An answer as its citizen sees it, with the form version that was answered. Refuses as `findOwnAnswer`, and with
 * template.version-unknown.
 */
export async function readCitizenAnswer(
  ports: OwnPorts,
  visit: LiveCitizenSession,
  id: AnswerId,
): Promise<Result<OwnAnswer>> {
  const { store } = ports
  const result = await findOwnAnswer(store, visit, id)
  if (!result.ok) return result
  const answer = result.value
  const version = await store.get(keys.templateVersion(answer.idPlantilla, answer.templateVersion))
  if (version === undefined) return refuse('template.version-unknown')
  const { codeHidden, electronicSignatureHidden } = resolveSettings(visit.municipality)
  return ok({
    answer: toCitizenAnswer(answer, { codeHidden }),
    form: toPublicForm(version, false),
    codeHidden,
    signatureHidden: electronicSignatureHidden,
    requests: answer.requestsForChanges.length,
    pay: await findPaymentOption(ports, answer),
    undecided: answer.conflicts.some(({ resolved, madeBy }) => resolved === undefined && isMadeByCitizen(madeBy)),
    history: [...buildCitizenHistory(answer, (await readVersionsPage(store, answer)).versions)],
    changedAt: findLastChange(answer),
    mayWithdraw: visit.session.scope.kind === 'own' && findWithdrawRefusal(visit.actor, answer) === null,
  })
}

/** Lifetime of a link from the portal to the payment page, which may outlive the session. */
const PAY_LIFE_MS = 24 * 60 * 60 * 1000

type OwnPorts = Pick<Core['ports'], 'store' | 'random' | 'clock'>

async function findPaymentOption(ports: OwnPorts, answer: Answer): Promise<OwnAnswer['pay']> {
  if (!isUnpaid(answer)) return null
  const order = await ports.store.get(keys.paymentOrder(answer.id))
  if (order !== undefined) return { orderId: order.orderId }
  const facts: z.output<typeof citizenPaymentTokenSchema> = {
    answer: answer.id,
    until: toInstant(ports.clock() + PAY_LIFE_MS),
  }
  return { proof: await signText(ports, 'pay', facts) }
}

/**
 * Withdraws an answer (`withdrawAnswerUnit`) and notifies webhooks. Refuses as this unit, and with access.forbidden in
 * a session for a single answer.
 */
export async function withdrawAnswer(
  core: Core,
  visit: LiveCitizenSession,
  { id, version }: { readonly id: AnswerId; readonly version: number },
  effects: SupportedJobs,
): Promise<Result<null>> {
  const { session, key, actor } = visit
  if (session.scope.kind !== 'own') return refuse('access.forbidden')
  const { store, clock } = core.ports
  const now = toInstant(clock())
  const unit = withdrawAnswerUnit(id, { session: key, actor, citizen: session.citizen, version }, now)
  const result = await store.commit(withJobs(unit, effects, now))
  if (result.ok) core.ports.log.info('answer.withdrawn', { answer: id, account: session.author })
  return result.ok ? ok(null) : result
}
