import { useEffect, useState, type ReactNode } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import {
  collectRequestedParts,
  findUnrequestedChange,
  findOpenRequest,
  isEmptyCorrection,
  type Correction,
} from '#domain/corrections/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import type { MissingItem } from '#domain/answering/index.ts'
import type { Problem } from '#domain/kernel/index.ts'
import {
  AnswerCode,
  fetchFileBytes,
  EmptyState,
  ErrorState,
  ListSkeleton,
  LazyObservations,
  Page,
  useAccount,
  useProblemText,
  FormDialog,
} from '#ui/index.ts'
import { useRequestedQuestionsFirst } from '../change/asked-first.tsx'
import { createChangeSession, type ChangeSession } from '../change/change-session.ts'
import { DraftOpenElsewhere } from '../drafts/open-elsewhere.tsx'
import { useDraftAutosave } from '../drafts/use-draft-autosave.ts'
import { FormPage } from '../form-page.tsx'
import { useAnsweringHost } from '../use-answering-host.ts'
import { PortalDraftNote } from './draft-note.tsx'
import { openRevision, requestPermit } from './open-portal.ts'
import { RevisionSentPage } from './revision-sent.tsx'

type OpenedRevision =
  | { readonly kind: 'opening' }
  | { readonly kind: 'refused'; readonly problem: Problem }
  | { readonly kind: 'revised'; readonly isBeingChecked: boolean }
  | { readonly kind: 'form' | 'sent'; readonly session: ChangeSession; readonly codeHidden: boolean }

/** Returns a check that reports a change that was not requested, as the server would refuse the whole revision. */
function createStrayCheck(answer: Answer): (correction: Correction) => readonly MissingItem[] {
  const request = findOpenRequest(answer)
  const requested = request === undefined ? new Map() : collectRequestedParts(request)
  return (correction) => {
    const address = findUnrequestedChange(requested, { ...correction, conditions: [], rows: [] })
    return address === undefined || address === null
      ? []
      : [{ kind: 'question', address, problem: { code: 'answer.not-asked-for' } }]
  }
}

type PortalRevisionProps = {
  readonly id: string
  /** shown if nothing can be corrected: the citizen's draft, which can be read and discarded */
  readonly left?: ReactNode
}

/** /ciudadano/revision/{id}: a citizen corrects the requested parts. Sending completes the request. */
export function PortalRevision({ id, left }: PortalRevisionProps) {
  const { t } = useLingui()
  const account = useAccount()
  const { local, ask, change, sync } = account
  const host = useAnsweringHost()
  const [opened, setOpened] = useState<OpenedRevision>({ kind: 'opening' })
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    let isLeft = false
    const open = async (): Promise<OpenedRevision> => {
      const opening = await openRevision({ local, ask }, id)
      if (opening.kind !== 'open') return opening
      const { stored } = opening.opening
      const fetchFile = account.bytes ?? fetchFileBytes
      const session = createChangeSession(opening.opening, { ...host, change, fetchFile }, createStrayCheck(stored))
      const input = { purpose: 'answer.revise', form: stored.idPlantilla } as const
      const result = await requestPermit({ local, ask }, input, session, opening.shown)
      return result.ok
        ? { kind: 'form', session, codeHidden: opening.codeHidden }
        : { kind: 'refused', problem: result.problem }
    }
    void open().then((revision) => !isLeft && setOpened(revision))
    return () => {
      isLeft = true
    }
  }, [local, ask, change, host, id, turn, account])
  const retry = (): void => {
    setOpened({ kind: 'opening' })
    setTurn(turn + 1)
  }
  switch (opened.kind) {
    case 'opening':
      return (
        <Page title={t`Correct the answer`} width="narrow">
          <ListSkeleton rows={6} height={96} label={t`Opening the form`} />
        </Page>
      )
    case 'refused':
      return <RefusedRevision problem={opened.problem} left={left} onAgain={retry} />
    case 'revised':
      return <NothingLeftToCorrect isBeingChecked={opened.isBeingChecked} left={left} />
    case 'form':
      return (
        <RevisionForm
          session={opened.session}
          codeHidden={opened.codeHidden}
          onDiscarded={retry}
          onSaved={() => {
            void sync.saved()
            setOpened({ ...opened, kind: 'sent' })
          }}
        />
      )
    case 'sent':
      return <RevisionSentPage session={opened.session} codeHidden={opened.codeHidden} onMore={retry} />
  }
}

type RevisingProps = {
  readonly session: ChangeSession
  readonly codeHidden: boolean
  readonly onSaved: () => void
  readonly onDiscarded: () => void
}

function RevisionForm({ session, codeHidden, onSaved, onDiscarded }: RevisingProps) {
  const { stored, draft } = session.opening
  const confirmed = useConfirmed(session)
  const [begun, setBegun] = useState(session.isDraft())
  const elsewhere = useDraftAutosave(session, () => setBegun(true))
  const contents = useRequestedQuestionsFirst(session)
  // The draft has changes that were not requested. The citizen cannot undo them, as those questions are locked.
  const [isStray] = useState(() =>
    session.missing().some((missing) => missing.problem?.code === 'answer.not-asked-for'),
  )
  return (
    <>
      <FormPage
        session={session}
        onSaved={onSaved}
        // If the municipality hides codes, `named` is missing and the page shows the reference.
        named={codeHidden ? undefined : <AnswerCode id={stored.id} code={stored.codigoMunicipio} />}
        signatures={[]}
        // Empty, as citizen and location cannot be changed here.
        header={<></>}
        contents={contents}
        elsewhere={elsewhere}
        before={confirmed.ask}
        notice={
          <>
            {elsewhere && <DraftOpenElsewhere />}
            {begun && !elsewhere && (
              <PortalDraftNote session={session} draftedAt={draft?.draft.updatedAt} onDiscarded={onDiscarded}>
                {isStray && (
                  <>
                    <Trans>
                      Your correction changes something that the municipality no longer asks about, so it cannot be
                      sent. Discard it to begin again.
                    </Trans>{' '}
                  </>
                )}
              </PortalDraftNote>
            )}
            <LazyObservations answer={stored} />
          </>
        }
        changing={{
          cancel: null,
          failed: <Trans>The answer could not be saved. Try again.</Trans>,
          onRefused: () => false,
        }}
      />
      {confirmed.shown}
    </>
  )
}

/** Shown when nothing is left to correct, for example after a revision on another device. */
function NothingLeftToCorrect({
  isBeingChecked,
  left,
}: Pick<PortalRevisionProps, 'left'> & { readonly isBeingChecked: boolean }) {
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
      {left}
    </Page>
  )
}

type RefusedProps = Pick<PortalRevisionProps, 'left'> & { readonly problem: Problem; readonly onAgain: () => void }

function RefusedRevision({ problem, left, onAgain }: RefusedProps) {
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
      {left}
    </Page>
  )
}

type OnRevisionSent = (goesOn: boolean) => void

/** Asks the citizen to confirm a revision without changes before it is sent. */
function useConfirmed(session: ChangeSession): {
  readonly shown: ReactNode
  readonly ask: (opens: () => void) => Promise<boolean>
} {
  const { t } = useLingui()
  const [request, setRequest] = useState<{ readonly answer: OnRevisionSent } | null>(null)
  const answer: OnRevisionSent = (goesOn) => {
    setRequest(null)
    request?.answer(goesOn)
  }
  return {
    shown: request !== null && (
      <FormDialog
        title={t`You have made no changes`}
        submit={<Trans>Confirm as correct</Trans>}
        onSubmit={() => answer(true)}
        onClose={() => answer(false)}
      >
        <p>
          <Trans>If your answers are correct, you can confirm them. They will not change.</Trans>
        </p>
      </FormDialog>
    ),
    ask: (opens) => {
      if (!isEmptyCorrection(session.correction())) return Promise.resolve(true)
      opens()
      return new Promise((resolve) => setRequest({ answer: resolve }))
    },
  }
}
