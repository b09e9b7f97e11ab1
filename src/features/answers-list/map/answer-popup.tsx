import { useState } from 'react'
import { Button, Group } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { readAnswer, summaryOf } from '#domain/answers/index.ts'
import type { AnswerId } from '#domain/kernel/index.ts'
import { AnswerCode, AskedPart, TextLink, useAsked, useFormats } from '#ui/index.ts'
import { lineOfSummary, type AnswerLine } from '../answer-lines.ts'
import styles from './map.module.css'

type AnswerPopupProps = {
  /** one, or several at the same place */
  readonly ids: readonly AnswerId[]
  /** what this device has by itself */
  readonly known: ReadonlyMap<AnswerId, AnswerLine>
}

/** What the map says of an answer, and the way to it (part 3, point 2). */
export function AnswerPopup({ ids, known }: AnswerPopupProps) {
  const { t } = useLingui()
  const [at, setAt] = useState(0)
  const id = ids[at]
  if (id === undefined) return null
  const line = known.get(id)
  const [number, count] = [at + 1, ids.length]
  return (
    <>
      {line === undefined ? <Asked key={id} id={id} /> : <Told line={line} />}
      {count > 1 && (
        <Group gap="xs" role="group" aria-label={t`Answers at this place`}>
          <Button variant="default" size="compact-md" disabled={at === 0} onClick={() => setAt(at - 1)}>
            <Trans>Previous</Trans>
          </Button>
          <span role="status">
            <Trans>
              {number} of {count}
            </Trans>
          </span>
          <Button variant="default" size="compact-md" disabled={number === count} onClick={() => setAt(at + 1)}>
            <Trans>Next</Trans>
          </Button>
        </Group>
      )}
    </>
  )
}

function Asked({ id }: { readonly id: AnswerId }) {
  const [asked, again] = useAsked(readAnswer, { id })
  return (
    <AskedPart asked={asked} again={again}>
      {({ answer }) => <Told line={lineOfSummary(summaryOf(answer))} />}
    </AskedPart>
  )
}

function Told({ line: { id, code, at, author, addressee, name } }: { readonly line: AnswerLine }) {
  const { t } = useLingui()
  const formats = useFormats()
  return (
    <>
      {name !== '' && <strong>{name}</strong>}
      <dl className={`r-grid r-gap-4 r-gap-x-12 r-note ${styles['told']}`}>
        <dt>{t`ID`}</dt>
        <dd>
          <AnswerCode id={id} code={code} />
        </dd>
        <dt>{t`Date and time`}</dt>
        <dd>{formats.dateTime(at)}</dd>
        <dt>{t`Answered by`}</dt>
        <dd>{author}</dd>
        {(addressee === '' || addressee !== name) && (
          <>
            <dt>{t`Recipient`}</dt>
            <dd>{addressee === '' ? t`No recipient` : addressee}</dd>
          </>
        )}
      </dl>
      <TextLink to="/ver/$id" params={{ id }}>
        <Trans>See answer</Trans>
      </TextLink>
    </>
  )
}
