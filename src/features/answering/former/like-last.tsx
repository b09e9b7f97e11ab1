import { useRef, useState, useEffect } from 'react'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { AnswerId } from '#domain/kernel/index.ts'
import { Banner, useFormats } from '#ui/index.ts'
import { useFormContext, useForm } from '../form/form-context.ts'
import { findFormerAnswer, type FormerMatch } from './find-former.ts'
import styles from './former.module.css'
import { copyFormerAnswer, previewCopiedValues } from './start-form-like.ts'

/** Delay between the last change of citizen or location and the lookup, milliseconds. Avoids a lookup per digit. */
const SETTLED_MS = 400

/** @returns the user's previous answer about the same citizen or location, if it has values to copy; else null */
function useFormer(): FormerMatch | null {
  const { form, office } = useFormContext()
  const local = office?.local
  const citizen = useForm((state) => state.header.citizen)
  const persona = useForm((state) => state.header.persona)
  const location = useForm((state) => state.header.location)
  const identifier = useForm((state) => state.header.identifier)
  const [found, setFound] = useState<FormerMatch | null>(null)
  useEffect(() => {
    if (local === undefined) return
    let isGone = false
    const look = async (): Promise<void> => {
      const subject = { citizen, persona, location, identifier }
      // Errors are ignored, as nothing is lost without the offer.
      const former = await findFormerAnswer(local, form.template.id, subject).catch(() => null)
      if (isGone) return
      const isUseful = former !== null && previewCopiedValues(form, former).filled > 0
      setFound(isUseful ? former : null)
    }
    const timer = setTimeout(() => void look(), SETTLED_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [form, local, citizen, persona, location, identifier])
  return found
}

/** Offers to copy the user's last answer about the same citizen or location. */
export function CopyLastAnswer() {
  const { form } = useFormContext()
  const formats = useFormats()
  const former = useFormer()
  const [settled, setSettled] = useState<AnswerId | null>(null)
  const line = useRef<HTMLDivElement>(null)
  const offered = former === null || former.id === settled ? null : former
  const date = offered === null ? '' : formats.date(offered.at)

  const settle = ({ id }: FormerMatch): void => {
    setSettled(id)
    // Keeps the focus near, as the focused button was removed. The undo bar announces the result.
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
                  copyFormerAnswer(form, offered)
                  settle(offered)
                }}
              >
                <Trans>Copy the answer of {date}</Trans>
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
          <Trans>Assessments, photos and signatures are not copied.</Trans>
        </Banner>
      )}
    </div>
  )
}
