import { useLingui } from '@lingui/react/macro'
import { nextStates } from '#domain/corrections/index.ts'
import type { AnswerStates } from '#domain/templates/index.ts'
import controls from '../controls/controls.module.css'
import { STATE_ID } from '../form/element-ids.ts'
import { setHeader } from '../form/form-actions.ts'
import { useForm, useFormContext } from '../form/form-context.ts'
import styles from '../header/header.module.css'

/** The answer's state, and those that may follow it. */
export function ChangedState({ states }: { readonly states: AnswerStates | undefined }) {
  const { t } = useLingui()
  const { form } = useFormContext()
  const picked = useForm((state) => state.header.state)
  if (states === undefined) return null
  const next = new Set(nextStates({ estados: states }).map(({ id }) => id))
  return (
    <fieldset className={styles['block']} id={`${STATE_ID}-block`}>
      <legend>{t`State`}</legend>
      <div className={`r-column r-gap-4 ${controls['option-list']}`} role="radiogroup" aria-label={t`State`}>
        {states.disponibles.map(({ id, nombre }, index) => (
          <label key={id} className={controls['option']} data-chosen={picked === id}>
            <input
              id={index === 0 ? STATE_ID : undefined}
              type="radio"
              name={STATE_ID}
              checked={picked === id}
              disabled={id !== states.actual && !next.has(id)}
              onChange={() => setHeader(form, { state: id })}
            />
            <span>{nombre}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
