import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#domain/documents/index.ts'
import type { Delivery } from '#domain/sync/index.ts'
import { municipalityOfForm } from '#domain/templates/index.ts'
import { AnswerCode, DeliveryBadge, Facts, useFormats, useProfile, type Fact } from '#ui/index.ts'
import { StateHistory } from './state-history.tsx'
import styles from './answer-view.module.css'

type AnswerHeadProps = {
  readonly answer: Answer
  readonly delivery: Delivery | undefined
  /** its code stands over it already */
  readonly named?: boolean
}

/** Code, date, author, state and delivery. */
export function AnswerHead({ answer, delivery, named = false }: AnswerHeadProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const [history, setHistory] = useState(false)
  const profile = useProfile()
  const hidden = profile !== null && municipalityOfForm(profile, answer.areas)?.electronicSignatureHidden === true
  const author = `${answer.firstName} ${answer.lastName}`.trim()
  const state = answer.estados?.disponibles.find(({ id }) => id === answer.estados?.actual)
  const facts: readonly (Fact | false)[] = [
    !named && {
      name: answer.codigoMunicipio === '' ? t`Provisional reference` : t`Code`,
      value: <AnswerCode id={answer.id} code={answer.codigoMunicipio} />,
    },
    { name: t`Delivery`, value: <DeliveryBadge delivery={delivery} /> },
    { name: t`Date and time`, value: <span className="r-figures">{formats.dateTime(answer.fechaCreacion)}</span> },
    { name: t`Author`, value: author === '' ? answer.creadoPor : author },
    answer.inspectorID !== '' && { name: t`File number`, value: answer.inspectorID },
    { name: t`Governmental area`, value: answer.areaInfo.nombre },
    answer.pdfDownloadCode !== undefined && {
      name: t`Download code`,
      value: <span className="r-code">{answer.pdfDownloadCode}</span>,
    },
    !hidden && {
      name: t`Electronic signature`,
      value: <span className="r-code">{answer.electronicSignature}</span>,
    },
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
  ]
  return (
    <>
      <Facts facts={facts.filter((fact) => fact !== false)} />
      {answer.estados !== undefined && (
        <StateHistory answer={answer} states={answer.estados} opened={history} onClose={() => setHistory(false)} />
      )}
    </>
  )
}
