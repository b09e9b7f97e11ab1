import { useParams } from '@tanstack/react-router'
import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { answerIdSchema, type AnswerId, type Problem } from '#domain/kernel/index.ts'
import { Banner, ErrorState, LinkButton, ListSkeleton, Page, useCan, useFormTexts, useProblemText } from '#ui/index.ts'
import { AnswerHead } from './answer-head.tsx'
import { AnswerSections } from './answer-sections.tsx'
import { DeliveryNote } from './delivery-note.tsx'
import { Signatures } from './signatures.tsx'
import { Subjects } from './subjects.tsx'
import { useAnswer } from './use-answer.ts'

/** /ver/{answer}: reads like a document, whether it waits on this device or lies on the server. */
export function AnswerViewScreen() {
  const { id } = useParams({ from: '/ver/$id' })
  const parsed = answerIdSchema.safeParse(id)
  return parsed.success ? <AnswerView key={parsed.data} id={parsed.data} /> : <NoAnswer problem={{ code: 'answer.missing' }} />
}

function AnswerView({ id }: { readonly id: AnswerId }) {
  const { t } = useLingui()
  const can = useCan()
  const textOf = useFormTexts()
  const problemText = useProblemText()
  const [shown, again] = useAnswer(id)
  if (shown.kind === 'loading') {
    return (
      <Page title={t({ message: 'Answer', context: 'noun' })} width="narrow">
        <ListSkeleton rows={6} />
      </Page>
    )
  }
  if (shown.kind === 'failed') return <NoAnswer problem={shown.problem} again={again} />
  const { answer, delivery, problem } = shown
  if (!can('read', { kind: 'respuesta', document: answer })) return <NoAnswer problem={{ code: 'template.not-in-areas' }} />

  return (
    <Page
      title={textOf(answer, 'titulo')}
      subtitle={answer.descripcion === '' ? undefined : textOf(answer, 'descripcion')}
      width="narrow"
      back={
        <LinkButton
          to="/respuestas/listado/$id"
          params={{ id: answer.idPlantilla }}
          variant="subtle"
          leftSection={<IconArrowLeft size={20} aria-hidden="true" />}
        >
          <Trans>Back to the answers</Trans>
        </LinkButton>
      }
    >
      {problem !== null && (
        <Banner
          tone="waiting"
          action={
            <Button variant="default" onClick={again}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          <Trans>This is the copy on this device; it may have changed since.</Trans> {problemText(problem)}
        </Banner>
      )}
      <DeliveryNote delivery={delivery} />
      <AnswerHead answer={answer} delivery={delivery} />
      <Subjects answer={answer} />
      <AnswerSections answer={answer} />
      <Signatures answer={answer} />
    </Page>
  )
}

function NoAnswer({ problem, again }: { readonly problem: Problem; readonly again?: () => void }) {
  const { t } = useLingui()
  const textOf = useProblemText()
  const offline = problem.code === 'network.unreachable'
  return (
    <Page title={t({ message: 'Answer', context: 'noun' })} width="narrow">
      <ErrorState
        title={offline ? <Trans>Internet connection lost</Trans> : textOf(problem)}
        action={
          again !== undefined && offline ? (
            <Button onClick={again}>
              <Trans>Try again</Trans>
            </Button>
          ) : (
            <LinkButton to="/home">
              <Trans>Back to home</Trans>
            </LinkButton>
          )
        }
      >
        {offline && <Trans>This answer is only on the server. What this device saved itself can be read without a connection.</Trans>}
      </ErrorState>
    </Page>
  )
}
