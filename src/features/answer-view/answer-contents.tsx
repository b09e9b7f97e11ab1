import { AnswerHead } from './answer-head.tsx'
import { AnswerSections } from './answer-sections.tsx'
import { DeliveryNote } from './delivery-note.tsx'
import { Signatures } from './signatures.tsx'
import { Subjects } from './subjects.tsx'
import type { ShownAnswer } from './use-answer.ts'

type AnswerContentsProps = ShownAnswer & {
  /** its code stands over it already */
  readonly named?: boolean
}

/** An answer from its delivery to its signatures, on a page of its own or beside a list. */
export function AnswerContents({ answer, delivery, named = false }: AnswerContentsProps) {
  return (
    <>
      <DeliveryNote delivery={delivery} />
      <AnswerHead answer={answer} delivery={delivery} named={named} />
      <Subjects answer={answer} />
      <AnswerSections answer={answer} />
      <Signatures answer={answer} />
    </>
  )
}
