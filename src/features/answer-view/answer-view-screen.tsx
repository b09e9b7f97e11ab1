import { useLocation, useParams } from '@tanstack/react-router'
import { IconArrowLeft } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import { readDeleted, type DeletedAnswerListItem } from '#domain/answers/index.ts'
import { findLastChange } from '#domain/corrections/index.ts'
import { answerIdSchema, type AnswerId } from '#domain/kernel/index.ts'
import { Banner, formatActionAuthor, LinkButton, useEndpointData, useFormats, useSupervision } from '#ui/index.ts'
import { AnswerContents } from './answer-contents.tsx'
import { AnswerHead } from './answer-head.tsx'
import { AnswerPage, AnswerNotFound } from './answer-page.tsx'
import { AnswerSections } from './answer-sections.tsx'
import { SignatureList } from './signatures.tsx'
import { AnswerSubjects } from './subjects.tsx'
import { useAnswer } from './use-answer.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** filters of the list of orders, if the answer or event was opened from the screens of payments */
    readonly orders?: Readonly<Record<string, string | number | undefined>>
  }
}

/** /ver/{answer}: an answer as a document, from this device or the server. */
export function AnswerViewScreen() {
  const { id } = useParams({ from: '/ver/$id' })
  const parsed = answerIdSchema.safeParse(id)
  return parsed.success ? <AnswerView key={parsed.data} id={parsed.data} /> : <AnswerNotFound />
}

/** The answer as a page. */
export function AnswerView({ id }: { readonly id: AnswerId }) {
  const [loadable, retry] = useAnswer(id)
  const orders = useLocation({ select: ({ state }) => state.orders })
  const mayRestore = useSupervision().deleted
  if (mayRestore && loadable.kind === 'failed' && loadable.problem.code === 'answer.missing')
    return <DeletedAnswerView id={id} />
  return (
    <AnswerPage
      loadable={loadable}
      width="full"
      retry={retry}
      back={
        orders !== undefined ? (
          <LinkButton
            to="/pagos"
            search={orders}
            variant="subtle"
            leftSection={<IconArrowLeft size={20} aria-hidden="true" />}
          >
            <Trans>Back to the orders</Trans>
          </LinkButton>
        ) : (
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
        )
      }
    >
      {(shownAnswer) => <AnswerContents shownAnswer={shownAnswer} />}
    </AnswerPage>
  )
}

/**
 * A deleted answer, read-only, for users who may restore it. If the answer was not deleted, says that it is missing.
 */
function DeletedAnswerView({ id }: { readonly id: AnswerId }) {
  const [loadable, retry] = useEndpointData(readDeleted, { id })
  return (
    <AnswerPage
      loadable={loadable}
      retry={retry}
      back={
        <LinkButton
          to="/supervision/eliminadas"
          variant="subtle"
          leftSection={<IconArrowLeft size={20} aria-hidden="true" />}
        >
          <Trans>Back to the deleted answers</Trans>
        </LinkButton>
      }
    >
      {({ answer, deleted }) => (
        <>
          <DeletedNote deleted={deleted} />
          <AnswerHead answer={answer} delivery={undefined} />
          <AnswerSubjects answer={answer} />
          <AnswerSections answer={answer} />
          <SignatureList answer={answer} changedAt={findLastChange(answer)} />
        </>
      )}
    </AnswerPage>
  )
}

function DeletedNote({ deleted }: { readonly deleted: DeletedAnswerListItem }) {
  const formats = useFormats()
  const { by, name, at, until, codigoMunicipio } = deleted
  const deleter = name || formatActionAuthor(by)
  return (
    <Banner
      tone="attention"
      action={
        <LinkButton to="/supervision/eliminadas" search={{ buscar: codigoMunicipio }} variant="default">
          <Trans>Restore it from the list</Trans>
        </LinkButton>
      }
    >
      <Trans>
        {deleter} deleted this answer on {formats.dateTime(at)}.
      </Trans>{' '}
      {until !== undefined && <Trans>It can be restored until {formats.date(until)}.</Trans>}
    </Banner>
  )
}
