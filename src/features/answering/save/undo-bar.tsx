import { IconArrowBackUp, IconX } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { unreachable } from '#domain/kernel/index.ts'
import { dismissUndo } from '../form/form-actions.ts'
import { useForm, useFormContext } from '../form/form-context.ts'
import type { UndoWhat } from '../form/form-store.ts'
import styles from './save.module.css'

/** What was just taken away, and the way back. It stays until the next removal: nobody outdoors beats a clock. */
export function UndoBar() {
  const { t } = useLingui()
  const { form } = useFormContext()
  const undo = useForm((state) => state.undo)
  return (
    <div role="status">
      {undo !== null && (
        <div className={styles['undo']}>
          <span className={styles['undo-text']}>
            <WhatHappened what={undo.what} />
          </span>
          <button type="button" className={styles['undo-button']} onClick={undo.run}>
            <IconArrowBackUp size={20} aria-hidden="true" />
            <Trans>Undo</Trans>
          </button>
          <button
            type="button"
            className={styles['undo-button']}
            aria-label={t`Close message`}
            onClick={() => dismissUndo(form)}
          >
            <IconX size={20} aria-hidden="true" />
          </button>
        </div>
      )}
    </div>
  )
}

function WhatHappened({ what }: { readonly what: UndoWhat }) {
  switch (what.kind) {
    case 'condition':
      return (
        <>
          <Plural value={what.answers} one="# answer deleted with:" other="# answers deleted with:" /> {what.name}
        </>
      )
    case 'row':
      return what.answers === 0 ? (
        <Trans>Repetition removed.</Trans>
      ) : (
        <Plural
          value={what.answers}
          one="Repetition removed with # answer."
          other="Repetition removed with # answers."
        />
      )
    case 'file':
      return <Trans>Removed: {what.name}</Trans>
    case 'signature':
      return <Trans>Signature removed.</Trans>
    default:
      return unreachable(what)
  }
}
