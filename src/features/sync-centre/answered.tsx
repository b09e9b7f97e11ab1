import { Trans, useLingui } from '@lingui/react/macro'
import { buildReference } from '#domain/codes/index.ts'
import type { LocalAnswer } from '#local/index.ts'
import {
  AnswerCode,
  DeliveryBadge,
  formatActionAuthor,
  Item,
  ItemList,
  LinkButton,
  useFormats,
  useProblemText,
} from '#ui/index.ts'
import type { DeviceWork } from './use-device-work.ts'

type AnsweredProps = { readonly answers: readonly LocalAnswer[]; readonly titles: DeviceWork['titles'] }

/** Answers held on the server for a supervisor's decision. No action is needed on this device. */
export function HeldAnswers({ answers, titles }: AnsweredProps) {
  const { t } = useLingui()
  const problemText = useProblemText()
  return (
    <ItemList label={t`Held for a decision`}>
      {answers.map((answer) => (
        <Item
          key={answer.id}
          title={titles.answer(answer).title}
          details={[
            <AnswerCode key="code" id={answer.id} code="" />,
            titles.answer(answer).form,
            answer.delivery?.kind === 'held' && <span key="reason">{problemText(answer.delivery.reason)}</span>,
          ]}
        >
          <DeliveryBadge delivery={answer.delivery} />
          <OpenAnswerLink answer={answer} />
        </Item>
      ))}
    </ItemList>
  )
}

/** Held answers that were rejected, with the time, the user and the reason. */
export function DiscardedAnswers({ answers, titles }: AnsweredProps) {
  const { t } = useLingui()
  const formats = useFormats()
  return (
    <ItemList label={t`Rejected`}>
      {answers.map((answer) => (
        <Item
          key={answer.id}
          title={titles.answer(answer).title}
          details={
            answer.delivery?.kind === 'discarded'
              ? [
                  <AnswerCode key="code" id={answer.id} code="" />,
                  titles.answer(answer).form,
                  t`Rejected by ${formatActionAuthor(answer.delivery.by)} on ${formats.dateTime(answer.delivery.at)}`,
                  <span key="reason">{answer.delivery.reason}</span>,
                ]
              : []
          }
        >
          <DeliveryBadge delivery={answer.delivery} />
          <OpenAnswerLink answer={answer} />
        </Item>
      ))}
    </ItemList>
  )
}

/** The latest received answers with their codes. */
export function ReceivedAnswers({ answers, titles }: AnsweredProps) {
  const { t } = useLingui()
  const formats = useFormats()
  return (
    <ItemList label={t`Recently received`}>
      {answers.map((answer) => (
        <Item
          key={answer.id}
          title={titles.answer(answer).title}
          details={
            answer.delivery?.kind === 'received'
              ? [
                  <AnswerCode key="code" id={answer.id} code={answer.delivery.code} />,
                  titles.answer(answer).form,
                  <span key="reference" className="r-code">
                    {buildReference(answer.id)}
                  </span>,
                  answer.delivery.acceptedBy === undefined
                    ? t`Received: ${formats.dateTime(answer.delivery.at)}`
                    : t`Accepted by ${formatActionAuthor(answer.delivery.acceptedBy)} on ${formats.dateTime(answer.delivery.at)}`,
                ]
              : []
          }
        >
          <DeliveryBadge delivery={answer.delivery} />
          <OpenAnswerLink answer={answer} />
        </Item>
      ))}
    </ItemList>
  )
}

function OpenAnswerLink({ answer }: { readonly answer: LocalAnswer }) {
  const { t } = useLingui()
  return (
    <LinkButton
      to="/ver/$id"
      params={{ id: answer.id }}
      variant="default"
      aria-label={t`See answer ${buildReference(answer.id)}`}
    >
      <Trans>See answer</Trans>
    </LinkButton>
  )
}
