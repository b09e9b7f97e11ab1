import { useCallback, useEffect, useState } from 'react'
import { useLiveQuery } from 'dexie-react-hooks'
import { composeAnswer } from '#domain/answering/index.ts'
import type { Answer } from '#domain/documents/index.ts'
import type { AnswerId, Problem } from '#domain/kernel/index.ts'
import { answerResponseSchema, type Delivery, type Profile } from '#domain/sync/index.ts'
import { loadAnswer, loadTemplate, type Local } from '#local/index.ts'
import { readAs } from '#sync/index.ts'
import { useAccount, useNudges, useProfile } from '#ui/index.ts'

export type ShownAnswer =
  | { readonly kind: 'loading' }
  /** `problem`: why this is only the device's copy */
  | { readonly kind: 'here'; readonly answer: Answer; readonly delivery: Delivery | undefined; readonly problem: Problem | null }
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

type FromServer = { readonly of: string; readonly answer?: Answer; readonly problem?: Problem; readonly refused?: boolean }

/**
 * An answer for reading. Unsent work comes from the device alone; anything else is asked of the server too, which knows what happened to
 * it since, and until it answers the device's copy is shown.
 */
export function useAnswer(id: AnswerId): readonly [ShownAnswer, () => void] {
  const { local, transport, live } = useAccount()
  const nudges = useNudges(live, 'answers')
  const profile = useProfile()
  const device = useLiveQuery(() => (profile === null ? null : onDevice(local, id, profile)), [local, id, profile])
  const [server, setServer] = useState<FromServer>({ of: '' })
  const [attempt, setAttempt] = useState(0)
  const again = useCallback(() => setAttempt((before) => before + 1), [])
  const unsent = device?.unsent
  const looked = device !== undefined
  useEffect(() => {
    if (!looked || unsent === true) return
    let current = true
    void transport.send({ method: 'GET', path: `/api/answers/${id}` }, readAs(answerResponseSchema)).then((outcome) => {
      if (!current) return
      if (outcome.kind === 'ok') setServer({ of: id, answer: outcome.value.answer })
      else if (outcome.kind === 'wait') setServer({ of: id, problem: { code: 'server.busy' } })
      else setServer({ of: id, problem: outcome.problem, refused: outcome.kind === 'refused' })
    })
    return () => {
      current = false
    }
  }, [transport, id, looked, unsent, nudges, attempt])

  return [shownAnswer(device, server.of === id ? server : { of: '' }), again]
}

function shownAnswer(device: OnDevice | null | undefined, server: FromServer): ShownAnswer {
  if (device === undefined) return { kind: 'loading' }
  if (device?.unsent === true) return { kind: 'here', answer: device.answer, delivery: device.delivery, problem: null }
  if (server.answer !== undefined) return { kind: 'here', answer: server.answer, delivery: device?.delivery, problem: null }
  if (server.refused === true && server.problem !== undefined) return { kind: 'failed', problem: server.problem }
  if (device !== null) return { kind: 'here', answer: device.answer, delivery: device.delivery, problem: server.problem ?? null }
  return server.problem === undefined ? { kind: 'loading' } : { kind: 'failed', problem: server.problem }
}
