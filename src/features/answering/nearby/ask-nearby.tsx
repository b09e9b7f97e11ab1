import type { RequestSender } from '#domain/endpoints/index.ts'
import type { AnsweringSession } from '../session.ts'
import { type NearbyChoice, findNearby, AlreadyReported, NearbyOffer } from './nearby.tsx'
import type { NearbyStage } from './use-nearby.tsx'

/** The place for which the user has already decided, per open form. It is not asked again. */
const shownAt = new WeakMap<AnsweringSession, string>()

type NearbyRequest = {
  readonly session: AnsweringSession
  readonly ask: RequestSender
  readonly language: string
  /** called before a dialog opens */
  readonly opens: () => void
  readonly show: (stage: NearbyStage) => void
}

/** @returns whether to send: nothing is near, or the author says that the case is a different one */
export async function checkNearby({ session, ask, language, opens, show }: NearbyRequest): Promise<boolean> {
  const { template, state } = session.form
  const at = state.getState().header.location?.latlng
  const place = `${at?.latitude} ${at?.longitude}`
  if (at === undefined || place === shownAt.get(session)) return true
  const answers = await findNearby(ask, { id: template.id, at, language })
  if (answers.length === 0) return true
  opens()
  const choice = await new Promise<NearbyChoice>((choose) =>
    show({ shown: <NearbyOffer template={template} answers={answers} choose={choose} /> }),
  )
  show({})
  if (choice === 'none') return false
  shownAt.set(session, place)
  if (choice === 'another') return true
  show({ instead: <AlreadyReported answer={choice} session={session} onBack={() => show({})} /> })
  return false
}
