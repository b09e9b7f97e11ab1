import type { ReactNode } from 'react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { QuestionCell as Told } from '#domain/answering/index.ts'
import styles from './columns.module.css'

/** What was answered to one question, as the answer says it. @param cell undefined: not asked; null: not known here */
export function QuestionCell({ cell }: { readonly cell: Told | undefined | null }) {
  const { t } = useLingui()
  if (cell === null)
    return (
      <Silent mark="…">
        <Trans>It stands in the answer itself</Trans>
      </Silent>
    )
  if (cell === undefined)
    return (
      <span className="r-hidden">
        <Trans>Not asked</Trans>
      </span>
    )
  const { parts, files, rows } = cell
  const text = parts.map((part) => (typeof part === 'string' ? part : part ? t`Yes` : t`No`)).join(' · ')
  return (
    <span className={`r-breaks ${styles['cell']}`}>
      {text}
      {text !== '' && files > 0 && ' · '}
      {files > 0 && <Plural value={files} one="# file" other="# files" />}
      {text === '' && files === 0 && (
        <Silent mark="–">
          <Trans>Not answered</Trans>
        </Silent>
      )}
      {rows > 0 && (
        <span className="r-soft">
          {' '}
          <Plural value={rows} one="and # more row" other="and # more rows" />
        </span>
      )}
    </span>
  )
}

function Silent({ mark, children }: { readonly mark: string; readonly children: ReactNode }) {
  return (
    <>
      <span aria-hidden="true">{mark}</span>
      <span className="r-hidden">{children}</span>
    </>
  )
}
