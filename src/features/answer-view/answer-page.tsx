import type { ReactNode } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { formatReceivedAnswerName } from '#domain/answering/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { LinkButton, RecordScreen, useFormTexts, type Loadable, type LoadableTexts } from '#ui/index.ts'
import { buildFailedLoad } from './use-answer.ts'

type AnswerRecordProps<T> = {
  readonly loadable: Loadable<T>
  readonly retry: () => void
  readonly back?: ReactNode
  readonly children: (shown: T) => ReactNode
  readonly width?: 'full' | 'narrow'
}

/** The page of an answer, from device or server. */
export function AnswerPage<T extends { readonly answer: Answer }>(props: AnswerRecordProps<T>) {
  const { t } = useLingui()
  const formText = useFormTexts()
  const texts = useAnswerLoadTexts(props.loadable)
  return (
    <RecordScreen
      name={t({ message: 'Answer', context: 'noun' })}
      head={({ answer }) => ({
        title: formText(answer, 'titulo'),
        // The recipient identifies the answer. The form's description is the same for all its answers.
        subtitle:
          formatReceivedAnswerName(answer) || (answer.descripcion === '' ? undefined : formText(answer, 'descripcion')),
      })}
      {...texts}
      {...props}
    />
  )
}

/** Texts for an answer that cannot be loaded, or is shown as a copy. */
export function useAnswerLoadTexts(loadable: Loadable<unknown>): LoadableTexts {
  const isMissing = loadable.kind === 'failed' && loadable.problem.code === 'answer.missing'
  return {
    failed: <Trans>The answer could not be loaded</Trans>,
    offline: (
      <Trans>
        This answer is not stored on this device. Connect to the internet to open it. Older answers and removed copies
        are only on the server.
      </Trans>
    ),
    stale: <Trans>Showing the copy on this device. The answer may have changed since.</Trans>,
    away: (
      <>
        {isMissing && (
          <p>
            <Trans>This answer may have been deleted, or you may not have access to it.</Trans>
          </p>
        )}
        <LinkButton to="/home">
          <Trans>Back to home</Trans>
        </LinkButton>
      </>
    ),
  }
}

/** Shown for a URL without a valid answer id. */
export function AnswerNotFound() {
  return (
    <AnswerPage loadable={buildFailedLoad('answer.missing')} retry={() => undefined}>
      {() => null}
    </AnswerPage>
  )
}
