import { useLiveQuery } from 'dexie-react-hooks'
import { readAnswer } from '#domain/api/index.ts'
import { composeAnswer } from '#domain/answering/index.ts'
import type { Answer } from '#domain/documents/index.ts'
import type { AnswerId, Problem } from '#domain/kernel/index.ts'
import type { AnswerResponse, Delivery, Profile } from '#domain/sync/index.ts'
import { loadAnswer, loadTemplate, type Local } from '#local/index.ts'
import { useAccount, useAsked, useProfile, type Asked } from '#ui/index.ts'

export type ShownAnswer =
  | { readonly kind: 'loading' }
  /** `problem`: why this is only the device's copy */
  | {
      readonly kind: 'here'
      readonly answer: Answer
      readonly delivery: Delivery | undefined
      readonly problem: Problem | null
    }
  | { readonly kind: 'failed'; readonly problem: Problem }

type OnDevice = { readonly answer: Answer; readonly delivery: Delivery | undefined; readonly unsent: boolean }

/** The answer from what this device holds: the server's copy where it is here, else composed as the server will do it. */
async function onDevice(local: Local, id: AnswerId, profile: Profile): Promise<OnDevice | null> {
  const found = await loadAnswer(local, id)
  if (found === undefined) return null
  const { delivery, submit } = found
  const unsent = delivery !== undefined && delivery.kind !== 'received'
  if (found.answer !== undefined) return { answer: found.answer, delivery, unsent }
  const template = await loadTemplate(local, found.template, found.version)
  if (submit === undefined || template === undefined) return null
  const code = delivery?.kind === 'received' ? delivery.code : ''
  return { answer: composeAnswer(template, submit, { code, now: found.at, author: profile }), delivery, unsent }
}

/**
 * An answer for reading. Unsent work comes from the device alone; anything else is asked of the server too, which knows what happened to
 * it since, and until it answers the device's copy is shown.
 */
export function useAnswer(id: AnswerId): readonly [ShownAnswer, () => void] {
  const { local } = useAccount()
  const profile = useProfile()
  const device = useLiveQuery(() => (profile === null ? null : onDevice(local, id, profile)), [local, id, profile])
  const [server, again] = useAsked(readAnswer, { id }, device !== undefined && device?.unsent !== true)
  return [shownAnswer(device, server), again]
}

function shownAnswer(device: OnDevice | null | undefined, server: Asked<AnswerResponse>): ShownAnswer {
  if (device === undefined) return { kind: 'loading' }
  if (device?.unsent === true) return { kind: 'here', answer: device.answer, delivery: device.delivery, problem: null }
  if (server.kind === 'here')
    return { kind: 'here', answer: server.value.answer, delivery: device?.delivery, problem: server.problem }
  if (server.kind === 'failed' && (server.refused || device === null))
    return { kind: 'failed', problem: server.problem }
  if (device === null) return { kind: 'loading' }
  return {
    kind: 'here',
    answer: device.answer,
    delivery: device.delivery,
    problem: server.kind === 'failed' ? server.problem : null,
  }
}
