import { useParams } from '@tanstack/react-router'
import { IconArrowLeft } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import { answerIdSchema, type AnswerId } from '#domain/kernel/index.ts'
import { LinkButton } from '#ui/index.ts'
import { AnswerContents } from './answer-contents.tsx'
import { AnswerRecord, NoAnswer } from './answer-record.tsx'
import { useAnswer } from './use-answer.ts'

/** /ver/{answer}: an answer as a document, from this device or the server. */
export function AnswerViewScreen() {
  const { id } = useParams({ from: '/ver/$id' })
  const parsed = answerIdSchema.safeParse(id)
  return parsed.success ? <AnswerView key={parsed.data} id={parsed.data} /> : <NoAnswer />
}

/** The answer as a page. */
export function AnswerView({ id }: { readonly id: AnswerId }) {
  const [loadable, retry] = useAnswer(id)
  return (
    <AnswerRecord
      loadable={loadable}
      width="full"
      retry={retry}
      back={
        loadable.kind === 'here' && (
          <LinkButton
            to="/respuestas/listado/$id/{-$respuesta}"
            params={{ id: loadable.value.answer.idPlantilla }}
            variant="subtle"
            leftSection={<IconArrowLeft size={20} aria-hidden="true" />}
          >
            <Trans>Back to the answers</Trans>
          </LinkButton>
        )
      }
    >
      {(shownAnswer) => <AnswerContents shownAnswer={shownAnswer} />}
    </AnswerRecord>
  )
}
