import { type ReactNode, useRef, useState } from 'react'
import { useLingui } from '@lingui/react/macro'
import { offersNearby } from '#domain/answering/index.ts'
import type { NearbyAnswer } from '#domain/api/index.ts'
import { later, useAccount, withWords } from '#ui/index.ts'
import type { AnsweringSession } from '../session.ts'
import type { KnownProps, OfferedProps } from './nearby.tsx'

/** Few forms offer them, and few answers have others near them. */
const load = () => withWords('answering/nearby', import('./nearby.tsx'))
const Offered = later<OfferedProps>(async () => (await load()).Offered)
const Known = later<KnownProps>(async () => (await load()).Known)

type Choice = NearbyAnswer | 'another' | 'none'
type Offer = { readonly answers: readonly NearbyAnswer[]; readonly choose: (choice: Choice) => void }

/**
 * Before an answer of the public is sent, those that others have given near its place, where the form's author offers them. `before`: whether it goes on, at once where nothing is near, where
 * there is no connection, and where the server does not answer; `instead`: stands in the place of the form once it was one of them; `shown` stands beside it.
 */
export function useNearby(session: AnsweringSession): {
  readonly before: (opens: () => void) => Promise<boolean>
  readonly shown: ReactNode
  readonly instead: ReactNode
} {
  const { ask } = useAccount()
  const { i18n } = useLingui()
  const [offer, setOffer] = useState<Offer>()
  const [known, setKnown] = useState<NearbyAnswer>()
  /** the place for which they were shown: it is asked once */
  const shownAt = useRef('')
  const { form } = session
  const before = async (opens: () => void): Promise<boolean> => {
    const at = form.state.getState().header.location?.latlng
    const place = `${at?.latitude} ${at?.longitude}`
    const { id, opcionales } = form.template
    if (at === undefined || place === shownAt.current || !offersNearby(opcionales) || !navigator.onLine) return true
    const answers = await load().then(
      (loaded) => loaded.findNearby(ask, { id, at, language: i18n.locale }),
      () => [],
    )
    if (answers.length === 0) return true
    opens()
    const choice = await new Promise<Choice>((choose) => setOffer({ answers, choose }))
    setOffer(undefined)
    if (choice === 'none') return false
    shownAt.current = place
    if (choice === 'another') return true
    setKnown(choice)
    return false
  }
  return {
    before,
    shown: offer !== undefined && <Offered template={form.template} {...offer} />,
    instead: known !== undefined && <Known answer={known} session={session} onBack={() => setKnown(undefined)} />,
  }
}
