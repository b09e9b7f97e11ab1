import { useEffect, useState } from 'react'
import { useLiveQuery } from 'dexie-react-hooks'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { askedBy, notAskedFor, openRequestOf, type Correction } from '#domain/corrections/index.ts'
import type { Answer } from '#domain/documents/index.ts'
import type { Missing } from '#domain/answering/index.ts'
import type { Problem } from '#domain/kernel/index.ts'
import { fateOf } from '#local/index.ts'
import {
  AnswerCode,
  askBytes,
  EmptyState,
  ErrorState,
  ListSkeleton,
  Observations,
  Page,
  useAccount,
  useProblemText,
} from '#ui/index.ts'
import { createChangeSession, type ChangeSession } from '../change/change-session.ts'
import { useUnchanged } from '../change/use-unchanged.tsx'
import { useKeptDraft } from '../drafts/use-kept-draft.ts'
import { FormPage } from '../form-page.tsx'
import { useAnsweringHost } from '../use-answering-host.ts'
import { openRevision, permitted } from './open-portal.ts'
import { useNoWayBack } from './portal-saved.tsx'

type Opened =
  | { readonly kind: 'opening' }
  | { readonly kind: 'refused'; readonly problem: Problem }
  | { readonly kind: 'revised'; readonly isBeingChecked: boolean }
  | { readonly kind: 'form'; readonly session: ChangeSession }
  | { readonly kind: 'sent'; readonly session: ChangeSession }

/** What a correction changes without being asked for, said where it stands: the server would refuse all of it. */
function strayOf(answer: Answer): (correction: Correction) => readonly Missing[] {
  const request = openRequestOf(answer)
  const asked = request === undefined ? new Map() : askedBy(request)
  return (correction) => {
    const address = notAskedFor(asked, { ...correction, conditions: [], rows: [] })
    return address === undefined || address === null
      ? []
      : [{ kind: 'question', address, problem: { code: 'answer.not-asked-for' } }]
  }
}

/** /ciudadano/revision/{id}: a citizen corrects what was asked, and nothing else; sending ends it. */
export function PortalRevision({ id }: { readonly id: string }) {
  const { t } = useLingui()
  const account = useAccount()
  const { local, ask, change, sync } = account
  const host = useAnsweringHost()
  const [opened, setOpened] = useState<Opened>({ kind: 'opening' })
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    let isLeft = false
    const open = async (): Promise<Opened> => {
      const opening = await openRevision({ local, ask }, id)
      if (opening.kind !== 'open') return opening
      const { stored } = opening.opening
      const fetchFile = account.bytes ?? askBytes
      const session = createChangeSession(opening.opening, { ...host, change, fetchFile }, strayOf(stored))
      const given = await permitted({ local, ask }, 'answer.revise', stored.idPlantilla, session)
      return given.ok ? { kind: 'form', session } : { kind: 'refused', problem: given.problem }
    }
    void open().then((found) => !isLeft && setOpened(found))
    return () => {
      isLeft = true
    }
  }, [local, ask, change, host, id, turn, account])
  switch (opened.kind) {
    case 'opening':
      return (
        <Page title={t`Correct the answer`} width="narrow">
          <ListSkeleton rows={6} height={96} label={t`Opening the form`} />
        </Page>
      )
    case 'refused':
      return (
        <Refused
          problem={opened.problem}
          onAgain={() => {
            setOpened({ kind: 'opening' })
            setTurn(turn + 1)
          }}
        />
      )
    case 'revised':
      return <Revised isBeingChecked={opened.isBeingChecked} />
    case 'form':
      return (
        <Revising
          session={opened.session}
          onSaved={() => {
            void sync.saved()
            setOpened({ kind: 'sent', session: opened.session })
          }}
        />
      )
    case 'sent':
      return <Sent session={opened.session} />
  }
}

function Revising({ session, onSaved }: { readonly session: ChangeSession; readonly onSaved: () => void }) {
  const { stored } = session.opening
  const unchanged = useUnchanged()
  useKeptDraft(session, () => undefined)
  return (
    <>
      <FormPage
        session={session}
        onSaved={onSaved}
        named={<AnswerCode id={stored.id} code={stored.codigoMunicipio} />}
        signatures={[]}
        // Who and where is not asked for.
        header={<></>}
        notice={<Observations answer={stored} />}
        changing={{
          cancel: null,
          failed: <Trans>There was an error saving the answer, please try again.</Trans>,
          onRefused: unchanged.onRefused,
        }}
      />
      {unchanged.said}
    </>
  )
}

/** There is nothing to correct: it was done, perhaps on another device. */
function Revised({ isBeingChecked }: { readonly isBeingChecked: boolean }) {
  const { t } = useLingui()
  return (
    <Page title={t`Correct the answer`} width="narrow">
      <EmptyState title={<Trans>Form already answered</Trans>}>
        {isBeingChecked ? (
          <>
            <Trans>You have already revised this form</Trans>.{' '}
            <Trans>Your correction was sent and is being checked.</Trans>
          </>
        ) : (
          <Trans>You have already revised this form</Trans>
        )}
      </EmptyState>
    </Page>
  )
}

/** The end of it. What the server has said comes by itself. */
function Sent({ session }: { readonly session: ChangeSession }) {
  const { t } = useLingui()
  const { local } = useAccount()
  const problemText = useProblemText()
  useNoWayBack()
  const fate = useLiveQuery(() => fateOf(local, session.answer, session.mutation), [local, session])
  const isHere = fate?.kind === 'accepted' || fate?.kind === 'merged'
  return (
    <Page title={isHere ? t`The answer was registered correctly` : t`The answer was saved correctly`} width="narrow">
      <p>
        <AnswerCode id={session.answer} code={session.opening.stored.codigoMunicipio} />
      </p>
      <p role="status">
        {fate?.kind === 'refused' ? (
          problemText(fate.problem)
        ) : isHere ? (
          <Trans>Your correction was sent and is being checked.</Trans>
        ) : (
          <Trans>Your correction is safe on this device and is sent by itself as soon as there is a connection.</Trans>
        )}
      </p>
    </Page>
  )
}

function Refused({ problem, onAgain }: { readonly problem: Problem; readonly onAgain: () => void }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  return (
    <Page title={t`Correct the answer`} width="narrow">
      <ErrorState
        title={problemText(problem)}
        action={
          problem.code !== 'answer.not-of-citizen' && (
            <Button variant="default" onClick={onAgain}>
              <Trans>Try again</Trans>
            </Button>
          )
        }
      />
    </Page>
  )
}
