import { Button } from '@mantine/core'
import { Trans } from '@lingui/react/macro'
import { Banner, useProblemText } from '#ui/index.ts'
import { AnswerHead } from './answer-head.tsx'
import { AnswerSections } from './answer-sections.tsx'
import { DeliveryNote } from './delivery-note.tsx'
import { Signatures } from './signatures.tsx'
import { Subjects } from './subjects.tsx'
import type { ShownAnswer } from './use-answer.ts'

type AnswerContentsProps = Omit<ShownAnswer & { readonly kind: 'here' }, 'kind'> & {
  readonly again: () => void
  /** its code stands over it already */
  readonly named?: boolean
}

/** An answer from its delivery to its signatures, on a page of its own or beside a list. */
export function AnswerContents({ answer, delivery, problem, again, named = false }: AnswerContentsProps) {
  const problemText = useProblemText()
  return (
    <>
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
      <AnswerHead answer={answer} delivery={delivery} named={named} />
      <Subjects answer={answer} />
      <AnswerSections answer={answer} />
      <Signatures answer={answer} />
    </>
  )
}
