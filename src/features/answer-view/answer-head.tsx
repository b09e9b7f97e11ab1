import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#domain/answers/index.ts'
import type { DeliveryState } from '#domain/sync/index.ts'
import {
  DeliveryBadge,
  FactList,
  formatAuthor,
  LazyObservations,
  LazyRequestBadge,
  StateMark,
  useFormats,
  type Fact,
} from '#ui/index.ts'
import { StateHistory } from './state-history.tsx'
import { useAnswerFacts } from './use-answer-facts.tsx'
import styles from './answer-view.module.css'

type AnswerHeadProps = {
  readonly answer: Answer
  readonly delivery: DeliveryState | undefined
  /** the heading already shows the code */
  readonly named?: boolean
}

/** Code, date, author, state and delivery. */
export function AnswerHead({ answer, delivery, named = false }: AnswerHeadProps) {
  const { t } = useLingui()
  const { code, others } = useAnswerFacts(answer)
  const [history, setHistory] = useState(false)
  const state = answer.estados?.disponibles.find(({ id }) => id === answer.estados?.actual)
  const facts: readonly (Fact | false)[] = [
    !named && code,
    { name: t`Delivery`, value: <DeliveryBadge delivery={delivery} /> },
    state !== undefined && {
      name: t`State`,
      value: (
        <>
          {state.nombre}{' '}
          <Button
            variant="subtle"
            className={styles['history-button'] ?? ''}
            leftSection={<IconHistory size={18} aria-hidden="true" />}
            onClick={() => setHistory(true)}
          >
            <Trans>History</Trans>
          </Button>
        </>
      ),
    },
    ...others,
    answer.requestsForChanges.length > 0 && {
      name: t`Correction request`,
      value: (
        <span className="r-row r-middle">
          <LazyRequestBadge answer={answer} /> <LazyObservations answer={answer} />
        </span>
      ),
      isWide: true,
    },
  ]
  return (
    <>
      <FactList facts={facts.filter((fact) => fact !== false)} />
      {answer.estados !== undefined && (
        <StateHistory answer={answer} states={answer.estados} opened={history} onClose={() => setHistory(false)} />
      )}
    </>
  )
}

/** State, date and author in one line, and the delivery status until the server has received the answer. */
export function AnswerHeadLine({ answer, delivery }: Pick<AnswerHeadProps, 'answer' | 'delivery'>) {
  const formats = useFormats()
  const { estados, fechaCreacion } = answer
  const state = estados?.disponibles.find(({ id }) => id === estados.actual)
  return (
    <p className="r-row r-gap-4 r-gap-x-16 r-middle">
      {state !== undefined && <StateMark id={state.id} name={state.nombre} />}
      <span className="r-figures">{formats.dateTime(fechaCreacion)}</span>
      <span>{formatAuthor(answer)}</span>
      {delivery !== undefined && delivery.kind !== 'received' && <DeliveryBadge delivery={delivery} />}
      {answer.requestsForChanges.length > 0 && <LazyRequestBadge answer={answer} />}
    </p>
  )
}
