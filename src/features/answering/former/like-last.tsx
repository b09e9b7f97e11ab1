import { useRef, useState } from 'react'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { AnswerId } from '#domain/kernel/index.ts'
import { Banner, useFormats } from '#ui/index.ts'
import { useFormContext } from '../form/form-context.ts'
import type { Found } from './find-former.ts'
import styles from './former.module.css'
import { startFormLike } from './start-form-like.ts'
import { useFormer } from './use-former.ts'

/** Offers the user's last answer about the same person or place as a start, once that of this one is known. */
export function LikeLast() {
  const { form } = useFormContext()
  const formats = useFormats()
  const former = useFormer()
  const [settled, setSettled] = useState<AnswerId | null>(null)
  const line = useRef<HTMLDivElement>(null)
  const offered = former === null || former.id === settled ? null : former
  const date = offered === null ? '' : formats.date(offered.at)

  const settle = ({ id }: Found): void => {
    setSettled(id)
    // The button that had the focus is gone; what was done is said beside its undo.
    line.current?.focus()
  }

  return (
    <div ref={line} role="status" tabIndex={-1} className={styles['line']}>
      {offered !== null && (
        <Banner
          tone="quiet"
          action={
            <>
              <Button
                variant="default"
                onClick={() => {
                  startFormLike(form, offered)
                  settle(offered)
                }}
              >
                <Trans>Start like the answer of {date}</Trans>
              </Button>
              <Button variant="subtle" onClick={() => settle(offered)}>
                <Trans>Not now</Trans>
              </Button>
            </>
          }
        >
          {offered.likeness.person ? (
            <Trans>You have answered about this person before.</Trans>
          ) : (
            <Trans>You have answered about this place before.</Trans>
          )}{' '}
          <Trans>What is judged, photographed or signed is asked for anew.</Trans>
        </Banner>
      )}
    </div>
  )
}
