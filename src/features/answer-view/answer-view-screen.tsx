import { useParams } from '@tanstack/react-router'
import { IconArrowLeft } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { answerIdSchema, type AnswerId } from '#domain/kernel/index.ts'
import { LinkButton, ListSkeleton, Page, useCan, useFormTexts } from '#ui/index.ts'
import { AnswerContents } from './answer-contents.tsx'
import { NoAnswer } from './no-answer.tsx'
import { useAnswer } from './use-answer.ts'

/** /ver/{answer}: reads like a document, whether it waits on this device or lies on the server. */
export function AnswerViewScreen() {
  const { id } = useParams({ from: '/ver/$id' })
  const parsed = answerIdSchema.safeParse(id)
  return parsed.success ? (
    <AnswerView key={parsed.data} id={parsed.data} />
  ) : (
    <NoAnswer problem={{ code: 'answer.missing' }} />
  )
}

/** The answer on a page of its own. */
export function AnswerView({ id }: { readonly id: AnswerId }) {
  const { t } = useLingui()
  const can = useCan()
  const textOf = useFormTexts()
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
  if (!can('read', { kind: 'respuesta', document: answer }))
    return <NoAnswer problem={{ code: 'template.not-in-areas' }} />

  return (
    <Page
      title={textOf(answer, 'titulo')}
      subtitle={answer.descripcion === '' ? undefined : textOf(answer, 'descripcion')}
      width="narrow"
      back={
        <LinkButton
          to="/respuestas/listado/$id/{-$respuesta}"
          params={{ id: answer.idPlantilla }}
          variant="subtle"
          leftSection={<IconArrowLeft size={20} aria-hidden="true" />}
        >
          <Trans>Back to the answers</Trans>
        </LinkButton>
      }
    >
      <AnswerContents answer={answer} delivery={delivery} problem={problem} again={again} />
    </Page>
  )
}
