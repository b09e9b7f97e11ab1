import { Plural } from '@lingui/react/macro'
import { listAnswerVersions } from '#domain/answers/index.ts'
import { Banner, useEndpointData, useProblemText, useProfile } from '#ui/index.ts'
import type { ShownAnswer } from '../use-answer.ts'
import { SendCopyButton } from './send-copy.tsx'

/** Warns senders whose latest copies could not be delivered. Other users see failures only in the history. */
export function FailedCopies({ shownAnswer }: { readonly shownAnswer: ShownAnswer }) {
  const problemText = useProblemText()
  const own = useProfile()?.userMuniCore
  const { stored, isUnsent } = shownAnswer
  const isWanted = !isUnsent && stored.opcionales.envioEmail
  const [loadable] = useEndpointData(listAnswerVersions, { id: stored.id, before: undefined }, isWanted)
  const last = loadable.kind === 'here' ? loadable.value.copies?.findLast(({ by }) => by.username === own) : undefined
  const failed = last === undefined ? 0 : last.letters - last.sent - last.waiting
  if (failed === 0) return null
  return (
    <div role="alert">
      <Banner tone="attention" action={<SendCopyButton shownAnswer={shownAnswer} variant="default" />}>
        <strong>
          <Plural
            value={failed}
            one="A copy by e-mail could not be sent."
            other="# copies by e-mail could not be sent."
          />
        </strong>{' '}
        {last?.reason !== undefined && problemText({ code: last.reason })}
      </Banner>
    </div>
  )
}
