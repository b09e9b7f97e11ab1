import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { FoundCode } from './code-reader.ts'
import { getCodeFormatName } from './format-names.ts'
import type { ScannerProps } from './scanner.tsx'
import styles from './scanner.module.css'

type FoundCodesProps = Pick<ScannerProps, 'present' | 'judge' | 'onTake'> & {
  readonly codes: readonly FoundCode[]
  /** button back to the camera */
  readonly children: ReactNode
}

/**
 * Lists the found codes. Shown if there are several, if the code would replace a value, or to say why it is not
 * accepted.
 */
export function FoundCodes({ codes, present, judge, onTake, children }: FoundCodesProps) {
  const list = useRef<HTMLDivElement>(null)
  // Focuses the first button, so that Enter takes the first code or, without a code to take, returns to the camera.
  useEffect(() => list.current?.querySelector('button')?.focus(), [codes])
  return (
    <div ref={list} className={`r-column r-gap-12 ${styles['found']}`}>
      <p role="status">{codes.length > 1 ? <Trans>Several codes found.</Trans> : <Trans>One code found.</Trans>}</p>
      <ul>
        {codes.map((code) => (
          <FoundCodeLine key={`${code.format} ${code.text}`} code={code} judge={judge} onTake={onTake} />
        ))}
      </ul>
      {present !== '' && (
        <div>
          <p className="r-soft r-small">
            <Trans>Current answer:</Trans>
          </p>
          <p className={`r-breaks r-lines r-strong ${styles['text']}`}>{present}</p>
        </div>
      )}
      <div className="r-row">{children}</div>
    </div>
  )
}

function FoundCodeLine({
  code,
  judge,
  onTake,
}: Pick<FoundCodesProps, 'judge' | 'onTake'> & { readonly code: FoundCode }) {
  const verdict = judge(code)
  const id = useId()
  return (
    <li>
      <span className="r-soft r-small">{getCodeFormatName(code.format)}</span>
      <span id={id} className={`r-breaks r-lines r-strong ${styles['text']}`}>
        {verdict.ok ? verdict.text : code.text}
      </span>
      {verdict.ok ? (
        <Button aria-describedby={id} onClick={() => onTake(verdict.text, code)}>
          <Trans>Use this code</Trans>
        </Button>
      ) : (
        <span className="r-problem">{verdict.why}</span>
      )}
    </li>
  )
}
