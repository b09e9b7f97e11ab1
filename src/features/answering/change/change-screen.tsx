import { useEffect, useState } from 'react'
import { Button } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { Trans, useLingui } from '@lingui/react/macro'
import { actorOfProfile } from '#domain/access/index.ts'
import { answerIdSchema, type AnswerId, type Problem } from '#domain/kernel/index.ts'
import {
  fetchFileBytes,
  ErrorState,
  isFramedView,
  LinkButton,
  ListSkeleton,
  Page,
  useAccount,
  useProblemText,
  useProfile,
} from '#ui/index.ts'
import { waitForDraftWrites } from '../drafts/leaving-forms.ts'
import { ChangeForm } from './change-form.tsx'
import { createChangeSession, type ChangeSession } from './change-session.ts'
import { useAnsweringHost } from '../use-answering-host.ts'
import { openChange, type ChangeKind } from './open-change.ts'

/** /correctForm/$id: a supervisor corrects an answer, which is recorded in its history. */
export function CorrectionScreen() {
  const { id } = useParams({ from: '/correctForm/$id' })
  return <OpenedChange key={id} id={id} kind="answer.correct" />
}

/** /respuestas/actualizar/$id: completes an incomplete answer. */
export function CompletionScreen() {
  const { id } = useParams({ from: '/respuestas/actualizar/$id' })
  return <OpenedChange key={id} id={id} kind="answer.edit" />
}

type OpenedChangeProps = { readonly id: string; readonly kind: ChangeKind }
type Opened =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly session: ChangeSession }
  | { readonly kind: 'failed'; readonly problem: Problem }

function OpenedChange({ id, kind }: OpenedChangeProps) {
  const { local, ask, change } = useAccount()
  const profile = useProfile()
  const host = useAnsweringHost()
  const [opened, setOpened] = useState<Opened>({ kind: 'opening' })
  const [turn, setTurn] = useState(0)
  const parsed = answerIdSchema.safeParse(id).data
  useEffect(() => {
    if (profile === null || parsed === undefined) return
    let hasLeft = false
    const open = async (answer: AnswerId): Promise<void> => {
      await waitForDraftWrites(answer)
      const opening = await openChange({ local, ask }, actorOfProfile(profile), kind, answer)
      if (hasLeft) return
      setOpened(
        opening.ok
          ? {
              kind: 'open',
              session: createChangeSession(opening.value, { ...host, change, fetchFile: fetchFileBytes }),
            }
          : { kind: 'failed', problem: opening.problem },
      )
    }
    void open(parsed)
    return () => {
      hasLeft = true
    }
    // Runs once per opening. A profile refreshed by a later pull must not close the form.
    // eslint-disable-next-line react/exhaustive-deps -- see above
  }, [local, change, kind, parsed, turn, profile === null])
  const retry = (): void => {
    setOpened({ kind: 'opening' })
    setTurn((before) => before + 1)
  }
  if (parsed === undefined) return <ChangeRefused kind={kind} problem={{ code: 'answer.missing' }} retry={retry} />
  if (opened.kind === 'opening') return <ListSkeleton rows={6} height={96} />
  if (opened.kind === 'failed') return <ChangeRefused kind={kind} problem={opened.problem} id={parsed} retry={retry} />
  return <ChangeForm key={turn} session={opened.session} onDiscarded={retry} />
}

type CannotChangeProps = {
  readonly kind: ChangeKind
  readonly problem: Problem
  readonly id?: AnswerId
  readonly retry: () => void
}

function ChangeRefused({ kind, problem, id, retry }: CannotChangeProps) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const isEdit = kind === 'answer.edit'
  const isMissing = problem.code === 'answer.missing'
  const isOffline = problem.code === 'network.unreachable'
  const title = (): string => {
    if (isMissing) return t`An answer to edit could not be found.`
    return isOffline ? t`The answer could not be loaded for editing.` : problemText(problem)
  }
  return (
    <Page title={isEdit ? t`Fill in missing answers` : t`Edit the answer`} width="narrow">
      <ErrorState
        title={title()}
        action={
          isOffline ? (
            <Button onClick={retry}>
              <Trans>Try again</Trans>
            </Button>
          ) : (
            <BackLinks id={isMissing && !isFramedView() ? undefined : id} />
          )
        }
      >
        {isOffline && <Trans>This answer is not on this device. Connect to the internet to open it.</Trans>}
      </ErrorState>
    </Page>
  )
}

function BackLinks({ id }: { readonly id: string | undefined }) {
  return id === undefined ? (
    <LinkButton to="/home">
      <Trans>Back to home</Trans>
    </LinkButton>
  ) : (
    <LinkButton to="/ver/$id" params={{ id }}>
      <Trans>See answer</Trans>
    </LinkButton>
  )
}
