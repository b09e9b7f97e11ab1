import { type ReactNode, useMemo, useState } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { unreachable } from '#domain/kernel/index.ts'
import { type TemplateDraft, type Difference, templateDifference } from '#domain/templates/index.ts'
import { useDifferenceWords } from './use-difference-words.ts'
import styles from './versions.module.css'

/** Differences that are written out at first. */
const SHOWN = 50

/** What leads from one form to another, line by line. */
export function DifferenceList({ before, after }: { readonly before: TemplateDraft; readonly after: TemplateDraft }) {
  const { t } = useLingui()
  const differences = useMemo(() => templateDifference(before, after), [before, after])
  const [all, setAll] = useState(false)
  const total = differences.length
  if (total === 0) return <p className="r-soft">{t`Nothing differs.`}</p>
  return (
    <div>
      <ul className={`r-plain ${styles['differences']}`} aria-label={t`Differences`}>
        {(all ? differences : differences.slice(0, SHOWN)).map((difference, index) => (
          <li key={index}>
            <Line difference={difference} />
          </li>
        ))}
      </ul>
      {!all && total > SHOWN && (
        <Button variant="subtle" onClick={() => setAll(true)}>
          <Trans>Show all {total}</Trans>
        </Button>
      )}
    </div>
  )
}

function Line({ difference }: { readonly difference: Difference }) {
  const words = useDifferenceWords()
  const what = words.part(difference.part)
  const where = words.within(difference.part)
  switch (difference.kind) {
    case 'added':
      return <Sentence verb={<Trans comment="something in a form">Added</Trans>} what={what} where={where} />
    case 'removed':
      return <Sentence verb={<Trans comment="something in a form">Removed</Trans>} what={what} where={where} />
    case 'moved': {
      const from = words.position(difference.from)
      const to = words.position(difference.part)
      return (
        <>
          <Sentence verb={<Trans comment="something in a form">Moved</Trans>} what={what} where="" />
          <span className="r-breaks">
            <Value text={from} /> → <Value text={to} />
          </span>
        </>
      )
    }
    case 'changed': {
      const { field } = difference
      return (
        <>
          <Sentence verb={words.field(field)} what={what} where={where} />
          <span className="r-breaks">
            <Value text={words.value(field, difference.before)} /> →{' '}
            <Value text={words.value(field, difference.after)} />
          </span>
        </>
      )
    }
    default:
      return unreachable(difference)
  }
}

function Sentence({ verb, what, where }: { readonly verb: ReactNode; readonly what: string; readonly where: string }) {
  return (
    <span>
      <strong>{verb}</strong> · {what}
      {where !== '' && <span className="r-soft"> · {where}</span>}
    </span>
  )
}

function Value({ text }: { readonly text: string }) {
  return <span className={styles['value']}>{text}</span>
}
