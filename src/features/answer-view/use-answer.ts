import { useEffect } from 'react'
import { useLiveQuery } from 'dexie-react-hooks'
import { readAnswer } from '#domain/api/index.ts'
import { composeAnswer } from '#domain/answering/index.ts'
import type { Answer } from '#domain/documents/index.ts'
import type { AnswerId } from '#domain/kernel/index.ts'
import type { AnswerResponse, Delivery, Profile } from '#domain/sync/index.ts'
import { keepOpened, loadAnswer, loadTemplate, type Local } from '#local/index.ts'
import { useAccount, useAsked, useCan, useProfile, type Asked } from '#ui/index.ts'

/** An answer, and where it is on its way. */
export type ShownAnswer = { readonly answer: Answer; readonly delivery: Delivery | undefined }

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
 * it since, and until it answers the device's copy is shown. What is not for this person is refused here as the server would.
 */
export function useAnswer(id: AnswerId): readonly [Asked<ShownAnswer>, () => void] {
  const { local } = useAccount()
  const can = useCan()
  const profile = useProfile()
  const device = useLiveQuery(() => (profile === null ? null : onDevice(local, id, profile)), [local, id, profile])
  const [server, again] = useAsked(readAnswer, { id }, device !== undefined && device?.unsent !== true)
  const fetched = device === null && server.kind === 'here' ? server.value.answer : undefined
  useEffect(() => {
    // Of long ago: from now on it is here whole. Where the device has no room for that, it is still shown.
    if (fetched !== undefined) void keepOpened(local, fetched)
  }, [local, fetched])
  const shown = shownAnswer(device, server)
  const refused = shown.kind === 'here' && !can('read', { kind: 'respuesta', document: shown.value.answer })
  return [refused ? failed('template.not-in-areas') : shown, again]
}

/** @returns what is told in the place of an answer that cannot be had, whoever is asked */
export function failed(code: 'template.not-in-areas' | 'answer.missing'): Asked<never> {
  return { kind: 'failed', problem: { code }, refused: true }
}

function shownAnswer(device: OnDevice | null | undefined, server: Asked<AnswerResponse>): Asked<ShownAnswer> {
  if (device === undefined) return { kind: 'loading' }
  if (device?.unsent === true) return { kind: 'here', value: device, problem: null }
  if (server.kind === 'here') return { ...server, value: { answer: server.value.answer, delivery: device?.delivery } }
  if (device === null || (server.kind === 'failed' && server.refused)) return server
  return { kind: 'here', value: device, problem: server.kind === 'failed' ? server.problem : null }
}
