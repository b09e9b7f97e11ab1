import { useState, type ReactNode } from 'react'
import { useLiveQuery } from 'dexie-react-hooks'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { readChangeOutcome, type SentChangeOutcome } from '#local/index.ts'
import {
  AnswerCode,
  lazyPart,
  Page,
  PageSection,
  useAccount,
  useCorrectionDifferences,
  usePlaceTexts,
  useProblemText,
  withMessages,
} from '#ui/index.ts'
import type { ChangeSession } from '../change/change-session.ts'
import { usePreventBack } from './portal-saved.tsx'

/** Loaded on demand, as few revisions are refused. */
const LazyRefusedAnswer = lazyPart(
  async () => (await withMessages('answering/public', import('../public/not-taken.tsx'))).RefusedAnswer,
)

type SentProps = {
  readonly session: ChangeSession
  readonly codeHidden: boolean
  /** opens the request that the municipality has made since */
  readonly onMore: () => void
}

/** The result of a revision as known to this device; updates when the server replies. */
export function RevisionSentPage({ session, codeHidden, onMore }: SentProps) {
  const { t } = useLingui()
  const { local } = useAccount()
  usePreventBack()
  const outcome = useLiveQuery(() => readChangeOutcome(local, session.answer, session.mutation), [local, session])
  const isTaken = outcome?.kind === 'accepted' || (outcome?.kind === 'merged' && outcome.late === undefined)
  const isLost = outcome?.kind === 'refused' || (outcome?.kind === 'merged' && outcome.late !== undefined)
  const formatRevisionTitle = (): string => {
    if (isTaken) return t`The answer was registered`
    if (outcome?.kind === 'refused') return t`Your correction was not applied`
    if (outcome?.kind === 'merged') return t`Your correction has not been applied yet`
    return outcome?.kind === 'withdrawn' ? t`Your correction was rejected` : t`The answer was saved`
  }
  return (
    <Page title={formatRevisionTitle()} width="narrow">
      {!codeHidden && (
        <p>
          <AnswerCode id={session.answer} code={session.opening.stored.codigoMunicipio} />
        </p>
      )}
      <p role="status">
        <DeliveryFate fate={outcome} />
      </p>
      {isTaken && outcome.asksMore === true && (
        <Button className="r-close" onClick={onMore}>
          <Trans>See the request</Trans>
        </Button>
      )}
      {isLost && <WrittenContent session={session} />}
      {outcome?.kind === 'refused' && <LazyRefusedAnswer entries={[{ id: session.mutation }]} />}
    </Page>
  )
}

function DeliveryFate({ fate }: { readonly fate: SentChangeOutcome | undefined }): ReactNode {
  const problemText = useProblemText()
  switch (fate?.kind) {
    case undefined:
    case 'waiting':
      return (
        <Trans>
          Your correction is safe on this device. Keep this page open until it has been received, or open the form again
          from the portal when you have a connection.
        </Trans>
      )
    case 'accepted':
      return fate.asksMore === true ? (
        <FurtherRequestNote />
      ) : (
        <Trans>Your correction was sent and is being checked.</Trans>
      )
    case 'merged':
      if (fate.late === 'ended')
        return (
          <Trans>
            Your correction was received after the municipality closed its request. The municipality will decide whether
            to apply it.
          </Trans>
        )
      if (fate.late === 'revised')
        return (
          <Trans>
            Your correction was received, but you had already answered this request. The municipality will decide
            whether to apply it.
          </Trans>
        )
      if (fate.late === 'lost')
        return (
          <Trans>
            Your correction was received, but the municipality no longer has that request. The municipality will decide
            whether to apply it.
          </Trans>
        )
      return (
        <>
          <Trans>
            Your correction was received. Someone else changed some of the same answers: the municipality will decide.
          </Trans>{' '}
          {fate.asksMore === true && <FurtherRequestNote />}
        </>
      )
    case 'refused':
      return (
        <>
          <Trans>
            The municipality could not receive your correction. It is still on this device and will not be sent again.
          </Trans>{' '}
          {problemText(fate.problem)}
        </>
      )
    case 'withdrawn':
      return <Trans>What you wrote is no longer on this device.</Trans>
    default:
      return fate satisfies never
  }
}

function FurtherRequestNote() {
  return <Trans>The municipality has since asked for more corrections.</Trans>
}

/** The citizen's text of a revision that was refused or arrived too late, to be read and copied. */
function WrittenContent({ session }: { readonly session: ChangeSession }) {
  const { t } = useLingui()
  const { opening, form } = session
  const [files] = useState(() => [...opening.stored.files, ...Object.values(form.state.getState().files)])
  const rows = [session.change.seen.content.rows]
  const listDifferences = useCorrectionDifferences(usePlaceTexts({ files, rows }, opening.version))
  const [correction] = useState(session.correction)
  return (
    <PageSection title={t`What you wrote`}>
      <dl className="r-column r-gap-12 r-breaks r-lines">
        {listDifferences(correction).map(({ key, place, is }) => (
          <div key={key}>
            <dt className="r-soft">{place}</dt>
            <dd>{is}</dd>
          </div>
        ))}
      </dl>
    </PageSection>
  )
}
