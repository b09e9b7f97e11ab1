import { useEffect, useRef } from 'react'
import { useLiveQuery } from 'dexie-react-hooks'
import { readAnswer, type Answer, type AnswerResponse } from '#domain/answers/index.ts'
import { composeAnswer } from '#domain/answering/index.ts'
import { readTemplateVersion, type FormTemplate } from '#domain/templates/index.ts'
import type { AnswerId } from '#domain/kernel/index.ts'
import {
  computeDelivery,
  computeExpectedAnswer,
  type AnswerChange,
  type DeliveryState,
  type OutboxEntry,
  type Profile,
} from '#domain/sync/index.ts'
import {
  forgetLocalCopy,
  storeOpenedAnswer,
  loadAnswer,
  loadTemplate,
  refreshLocalCopy,
  type Local,
} from '#local/index.ts'
import { useAccount, useEndpointData, useCan, useProfile, type Loadable } from '#ui/index.ts'

/** A pending or refused change of an answer that the server already has. */
export type PendingChange = OutboxEntry & { readonly mutation: AnswerChange }

/** An answer with its delivery and this device's pending changes. */
export type ShownAnswer = {
  /** with pending changes applied */
  readonly answer: Answer
  /** latest server version known to this device; changes are based on it */
  readonly stored: Answer
  readonly delivery: DeliveryState | undefined
  /** changes of this device, pending or refused, in order */
  readonly changes: readonly PendingChange[]
  /** a pending change deletes the answer */
  readonly isGone: boolean
  /** not on the server yet: no actions possible */
  readonly isUnsent: boolean
  /** form version that was answered; undefined while loading, null if unavailable */
  readonly version: FormTemplate | null | undefined
}

type OnDevice = Pick<ShownAnswer, 'delivery' | 'changes' | 'isUnsent'> & { readonly copy: Answer | null }

const isChange = (entry: OutboxEntry): entry is PendingChange => entry.mutation.kind !== 'answer.submit'

/**
 * The answer as stored on this device: the server's copy, else composed from the unsent answer by the server's rules.
 */
async function loadOnDevice(local: Local, id: AnswerId, profile: Profile): Promise<OnDevice | null> {
  const answer = await loadAnswer(local, id)
  if (answer === undefined) return null
  const { submit, entries, receipts } = answer
  const changes = entries.filter(isChange)
  const submitting = entries.filter((entry) => !isChange(entry))
  // The delivery of the answer itself; its changes are reported separately.
  const delivery = changes.length === 0 ? answer.delivery : computeDelivery(submitting, receipts)
  const isUnsent = submitting.length > 0 || (delivery !== undefined && delivery.kind !== 'received')
  const facts = { delivery, changes, isUnsent }
  if (answer.answer !== undefined) return { ...facts, copy: answer.answer }
  const template = await loadTemplate(local, answer.template, answer.version)
  if (submit === undefined || template === undefined) return { ...facts, copy: null }
  const code = delivery?.kind === 'received' ? delivery.code : ''
  return { ...facts, copy: composeAnswer(template, submit, { code, now: answer.at, author: profile }) }
}

/**
 * An answer to display. Unsent answers come from the device alone. Other answers are requested from the server, and the
 * device's copy is shown until the reply. Access is refused here by the server's rules.
 */
export function useAnswer(id: AnswerId): readonly [Loadable<ShownAnswer>, () => void] {
  const { local } = useAccount()
  const can = useCan()
  const profile = useProfile()
  const device = useLiveQuery(() => (profile === null ? null : loadOnDevice(local, id, profile)), [local, id, profile])
  const [server, retry] = useEndpointData(readAnswer, { id }, device !== undefined && device?.isUnsent !== true)
  const loadable = pickStoredAnswer(device, server)
  const stored = loadable.kind === 'here' ? loadable.value : undefined
  const fresh = server.kind === 'here' ? server.value.answer : undefined
  const isMissing = server.kind === 'failed' && server.refused
  useEffect(() => {
    // Stores older answers on the device when they are opened. If that fails because storage is full, the answer is
    // shown anyway.
    if (fresh !== undefined) void storeOpenedAnswer(local, fresh).then(() => refreshLocalCopy(local, fresh))
    else if (isMissing) void forgetLocalCopy(local, id)
  }, [local, id, fresh, isMissing])
  useReloadAfterSync(device, retry)
  const version = useVersion(stored)
  const shownLoadable: Loadable<ShownAnswer> =
    loadable.kind === 'here' ? { ...loadable, value: toShownAnswer(loadable.value, device, version) } : loadable
  const refused =
    shownLoadable.kind === 'here' && !can('read', { kind: 'respuesta', document: shownLoadable.value.answer })
  return [refused ? buildFailedLoad('template.not-in-areas') : shownLoadable, retry]
}

/** Requests the answer again once the server has received a change from this device. Works without notifications. */
function useReloadAfterSync(device: OnDevice | null | undefined, retry: () => void): void {
  const waiting = device?.changes.length ?? 0
  const before = useRef(waiting)
  useEffect(() => {
    if (waiting < before.current) retry()
    before.current = waiting
  })
}

/** @returns the result for an answer that is missing or not accessible, from device or server */
export function buildFailedLoad(code: 'template.not-in-areas' | 'answer.missing'): Loadable<never> {
  return { kind: 'failed', problem: { code }, refused: true }
}

function pickStoredAnswer(device: OnDevice | null | undefined, server: Loadable<AnswerResponse>): Loadable<Answer> {
  if (device === undefined) return { kind: 'loading' }
  const copy = device?.copy ?? null
  if (device?.isUnsent === true && copy !== null) return { kind: 'here', value: copy, problem: null }
  if (server.kind === 'here') return { ...server, value: server.value.answer }
  if (copy === null || (server.kind === 'failed' && server.refused)) return server
  return { kind: 'here', value: copy, problem: server.kind === 'failed' ? server.problem : null }
}

function toShownAnswer(
  stored: Answer,
  device: OnDevice | null | undefined,
  version: ShownAnswer['version'],
): ShownAnswer {
  const { delivery, changes = [], isUnsent = false } = device ?? { delivery: undefined }
  const waiting = changes.filter(({ state }) => state.kind !== 'quarantined').map(({ mutation }) => mutation)
  const { answer, isGone } = computeExpectedAnswer(stored, version ?? undefined, waiting)
  return { answer, stored, delivery, changes, isGone, isUnsent, version }
}

/**
 * The form version of an answer: from the device, else from the server.
 * @param answer undefined until known
 * @returns undefined while loading; null if unavailable
 */
function useVersion(
  answer: Pick<Answer, 'idPlantilla' | 'templateVersion'> | undefined,
): FormTemplate | null | undefined {
  const { local } = useAccount()
  const { idPlantilla: id, templateVersion: version } = answer ?? {
    idPlantilla: '' as Answer['idPlantilla'],
    templateVersion: 1,
  }
  const template = useLiveQuery(
    async () => (answer === undefined ? undefined : ((await loadTemplate(local, id, version)) ?? null)),
    [local, id, version, answer === undefined],
  )
  const [loadable] = useEndpointData(readTemplateVersion, { id, version }, template === null)
  if (template !== null) return template
  if (loadable.kind === 'here') return loadable.value.template
  return loadable.kind === 'failed' ? null : undefined
}
