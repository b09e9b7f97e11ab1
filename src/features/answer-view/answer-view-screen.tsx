import { useParams } from '@tanstack/react-router'
import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { answerIdSchema, type AnswerId } from '#domain/kernel/index.ts'
import { Banner, LinkButton, ListSkeleton, Page, useCan, useFormTexts, useProblemText } from '#ui/index.ts'
import { AnswerHead } from './answer-head.tsx'
import { AnswerSections } from './answer-sections.tsx'
import { DeliveryNote } from './delivery-note.tsx'
import { NoAnswer } from './no-answer.tsx'
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
