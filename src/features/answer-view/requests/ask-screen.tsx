import { useState, type ReactNode } from 'react'
import { Button, Stack, Textarea } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { IconArrowLeft, IconSend } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { actorOfProfile } from '#domain/access/index.ts'
import { buildNextRequest, formatRequestMessage, findNotOfferedReason } from '#domain/corrections/index.ts'
import type { ChangeRequest } from '#domain/answers/index.ts'
import { answerIdSchema, type AnswerId, type Problem } from '#domain/kernel/index.ts'
import { ErrorState, FormDialog, LinkButton, useProblemText, useProfile, WorkBar, SaveFailure } from '#ui/index.ts'
import { useAnswerChange } from '../actions/use-change.ts'
import { AnswerPage, AnswerNotFound } from '../answer-page.tsx'
import { useAnswer, type ShownAnswer } from '../use-answer.ts'
import { CorrectionRequestSection } from './ask-section.tsx'
import { countSelectedQuestions, EMPTY_REQUEST_MARKS, toChangeRequest, type RequestMarks } from './marks.ts'

/** /ver/{answer}/observaciones: selects parts for the citizen to correct, previews the message, and sends it. */
export function RequestScreen() {
  const { id } = useParams({ from: '/ver/$id/observaciones' })
  const parsed = answerIdSchema.safeParse(id)
  return parsed.success ? <CorrectionRequestForm key={parsed.data} id={parsed.data} /> : <AnswerNotFound />
}

function CorrectionRequestForm({ id }: { readonly id: AnswerId }) {
  const { t } = useLingui()
  const [loadable, retry] = useAnswer(id)
  return (
    <AnswerPage
      loadable={loadable}
      retry={retry}
      back={
        <LinkButton
          to="/ver/$id"
          params={{ id }}
          variant="subtle"
          leftSection={<IconArrowLeft size={20} aria-hidden="true" />}
        >
          {t`Back to the answer`}
        </LinkButton>
      }
    >
      {(shownAnswer) => <CheckedRequest shownAnswer={shownAnswer} />}
    </AnswerPage>
  )
}

/** Checks the server's rules before the user starts to select. */
function CheckedRequest({ shownAnswer }: { readonly shownAnswer: ShownAnswer }) {
  const profile = useProfile()
  const problemText = useProblemText()
  const { answer, version } = shownAnswer
  if (profile === null || version === undefined) return null
  const problem: Problem | null =
    version === null
      ? { code: 'network.unreachable' }
      : findNotOfferedReason('requestChanges', actorOfProfile(profile), answer, version)
  if (problem === null && version !== null) return <AskForm shownAnswer={shownAnswer} version={version} />
  const title = (): ReactNode => {
    if (problem?.code === 'access.forbidden')
      return (
        <Trans>
          You cannot request a correction of this answer. Either the answer does not allow corrections, or your role
          does not.
        </Trans>
      )
    return problem === null ? '' : problemText(problem)
  }
  return (
    <ErrorState
      title={title()}
      action={
        <LinkButton to="/ver/$id" params={{ id: answer.id }}>
          <Trans>See answer</Trans>
        </LinkButton>
      }
    />
  )
}

/** Selections kept in memory by user and answer, so that leaving the page does not lose them. */
const kept = new Map<string, RequestMarks>()

type AskFormProps = { readonly shownAnswer: ShownAnswer; readonly version: NonNullable<ShownAnswer['version']> }

function AskForm({ shownAnswer: { answer, stored }, version }: AskFormProps) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const navigate = useNavigate()
  const profile = useProfile()
  const name = `${profile?.id ?? ''}/${answer.id}`
  const [marks, setMarks] = useState(() => kept.get(name) ?? EMPTY_REQUEST_MARKS)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [preview, setPreview] = useState<ChangeRequest | null>(null)
  const { make, busy } = useAnswerChange(stored, {
    done: t`Message sent`,
    failed: t`The message could not be sent`,
  })
  const mark = (next: (before: RequestMarks) => RequestMarks): void => {
    setProblem(null)
    setMarks((before) => {
      const after = next(before)
      kept.set(name, after)
      return after
    })
  }
  const count = countSelectedQuestions(marks)
  function look(): void {
    const by = { madeBy: { email: '', username: '' }, sentDateTime: stored.lastUpdate }
    const request = buildNextRequest(answer, version, toChangeRequest(marks), by)
    if (request.ok) setPreview(request.value)
    else setProblem(request.problem)
  }
  async function send(): Promise<void> {
    const { comment, answers, images, documents, sections, notes } = toChangeRequest(marks)
    const outcome = await make({
      kind: 'answer.requestChanges',
      comment,
      answers: [...answers],
      images: [...images],
      documents: [...documents],
      sections: [...sections],
      notes: notes.map((note) => ({ ...note })),
    })
    setPreview(null)
    if (outcome === null || outcome.kind === 'refused') return
    kept.delete(name)
    await navigate({ to: '/ver/$id', params: { id: answer.id } })
  }
  return (
    <Stack gap="lg">
      <p>
        <Trans>
          Select what the citizen must correct and explain why. The citizen can change only what you select and gets a
          single message, which you see before it is sent.
        </Trans>
      </p>
      <Textarea
        label={t`General note`}
        description={t`Shown at the beginning of the message.`}
        rows={2}
        maxLength={5000}
        value={marks.comment}
        onChange={(event) => {
          const comment = event.currentTarget.value
          mark((before) => ({ ...before, comment }))
        }}
      />
      {answer.secciones.map((section, index) => (
        <CorrectionRequestSection
          key={section.orden}
          section={section}
          number={index + 1}
          answer={answer}
          marks={marks}
          mark={mark}
        />
      ))}
      <WorkBar
        above={
          problem !== null && (
            <SaveFailure>
              {problem.code === 'answer.no-changes' ? (
                <Trans>Select at least one question, photo or document.</Trans>
              ) : (
                problemText(problem)
              )}
            </SaveFailure>
          )
        }
      >
        <span className="r-grow" role="status">
          <Plural value={count} _0="Nothing selected" one="# question selected" other="# questions selected" />
        </span>
        <Button loading={busy} leftSection={<IconSend size={20} aria-hidden="true" />} onClick={look}>
          <Trans>Preview message</Trans>
        </Button>
      </WorkBar>
      {preview !== null && (
        <FormDialog
          title={t`Message to the citizen`}
          submit={<Trans>Send</Trans>}
          busy={busy}
          onSubmit={() => void send()}
          onClose={() => setPreview(null)}
        >
          <p className="r-pad-12 r-edge r-breaks r-lines">{formatRequestMessage(answer, preview)}</p>
          <p className="r-soft">
            <Trans>
              The message includes a link to make the correction. If you are offline, it will be sent later
              automatically.
            </Trans>
          </p>
        </FormDialog>
      )}
    </Stack>
  )
}
