import { useState, type ReactNode } from 'react'
import { useLiveQuery } from 'dexie-react-hooks'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { fateOf, type ChangeFate } from '#local/index.ts'
import {
  AnswerCode,
  later,
  Page,
  PageSection,
  useAccount,
  useDifferencesOf,
  usePlaceWords,
  useProblemText,
  withWords,
} from '#ui/index.ts'
import type { ChangeSession } from '../change/change-session.ts'
import { useNoWayBack } from './portal-saved.tsx'

/** Loaded on demand: few revisions are refused. */
const NotTaken = later(async () => (await withWords('answering/public', import('../public/not-taken.tsx'))).NotTaken)

type SentProps = {
  readonly session: ChangeSession
  readonly codeHidden: boolean
  /** opens the remaining requests */
  readonly onMore: () => void
}

/** The result of a revision as known to this device; updates when the server replies. */
export function RevisionSent({ session, codeHidden, onMore }: SentProps) {
  const { t } = useLingui()
  const { local } = useAccount()
  useNoWayBack()
  const fate = useLiveQuery(() => fateOf(local, session.answer, session.mutation), [local, session])
  const isTaken = fate?.kind === 'accepted' || (fate?.kind === 'merged' && fate.late === undefined)
  const isLost = fate?.kind === 'refused' || (fate?.kind === 'merged' && fate.late !== undefined)
  const titleOf = (): string => {
    if (isTaken) return t`The answer was registered correctly`
    if (fate?.kind === 'refused') return t`Your correction was not taken over`
    if (fate?.kind === 'merged') return t`Your correction was not taken over yet`
    return fate?.kind === 'withdrawn' ? t`Your correction was discarded` : t`The answer was saved correctly`
  }
  return (
    <Page title={titleOf()} width="narrow">
      {!codeHidden && (
        <p>
          <AnswerCode id={session.answer} code={session.opening.stored.codigoMunicipio} />
        </p>
      )}
      <p role="status">
        <Fate fate={fate} />
      </p>
      {isTaken && fate.asksMore === true && (
        <Button className="r-close" onClick={onMore}>
          <Trans>See what is asked</Trans>
        </Button>
      )}
      {isLost && <Written session={session} />}
      {fate?.kind === 'refused' && <NotTaken entries={[{ id: session.mutation }]} />}
    </Page>
  )
}

function Fate({ fate }: { readonly fate: ChangeFate | undefined }): ReactNode {
  const problemText = useProblemText()
  switch (fate?.kind) {
    case undefined:
    case 'waiting':
      return (
        <Trans>Your correction is safe on this device and is sent by itself as soon as there is a connection.</Trans>
      )
    case 'accepted':
      return fate.asksMore === true ? <AsksMore /> : <Trans>Your correction was sent and is being checked.</Trans>
    case 'merged':
      if (fate.late === 'ended')
        return (
          <Trans>
            Your correction has arrived. The municipality had stopped asking for it, so nothing was changed yet. A
            person decides about it.
          </Trans>
        )
      if (fate.late === 'revised')
        return (
          <Trans>
            Your correction has arrived. You had already answered this request, perhaps on another device, so nothing
            was changed yet. A person decides about it.
          </Trans>
        )
      if (fate.late === 'lost')
        return (
          <Trans>
            Your correction has arrived. The municipality no longer has the request that you answered, so nothing was
            changed yet. A person decides about it.
          </Trans>
        )
      return (
        <>
          <Trans>
            Your correction has arrived. Part of it had been changed by someone else in the meantime: a person decides
            what counts there.
          </Trans>{' '}
          {fate.asksMore === true && <AsksMore />}
        </>
      )
    case 'refused':
      return (
        <>
          <Trans>
            The municipality could not take your correction. It is not sent again and is still on this device.
          </Trans>{' '}
          {problemText(fate.problem)}
        </>
      )
    case 'withdrawn':
      return <Trans>Nothing of it is left on this device.</Trans>
    default:
      return fate satisfies never
  }
}

function AsksMore() {
  return <Trans>The municipality has asked for more in the meantime.</Trans>
}

/** The citizen's text that is not part of the answer, to be read and copied. */
function Written({ session }: { readonly session: ChangeSession }) {
  const { t } = useLingui()
  const { opening, form } = session
  const [files] = useState(() => [...opening.stored.files, ...Object.values(form.state.getState().files)])
  const rows = [session.change.seen.content.rows]
  const differencesOf = useDifferencesOf(usePlaceWords({ files, rows }, opening.version))
  const [correction] = useState(session.correction)
  return (
    <PageSection title={t`What you wrote`}>
      <dl className="r-column r-gap-12 r-breaks r-lines">
        {differencesOf(correction).map(({ key, place, is }) => (
          <div key={key}>
            <dt className="r-soft">{place}</dt>
            <dd>{is}</dd>
          </div>
        ))}
      </dl>
    </PageSection>
  )
}
