import { useLingui } from '@lingui/react/macro'
import { translateField } from '#ui/index.ts'
import controls from '../controls/controls.module.css'
import { STATE_ELEMENT_ID } from '../form/element-ids.ts'
import { setHeader } from '../form/form-actions.ts'
import { useForm, useFormContext } from '../form/form-context.ts'
import { RequiredNote } from '../form/required-note.tsx'
import styles from './header.module.css'

/** Selects the state in which the answer is saved, if the form allows that. */
export function StatePicker() {
  const { t, i18n } = useLingui()
  const { form } = useFormContext()
  const picked = useForm((state) => state.header.state)
  const marked = useForm((state) => state.marked)
  const missing = marked && picked === undefined
  return (
    <fieldset className={styles['block']} id={`${STATE_ELEMENT_ID}-block`}>
      <legend>{t`State`}</legend>
      <RequiredNote missing={missing}>{t`* Choose the state in which the answer is saved`}</RequiredNote>
      <div
        className={`r-column r-gap-4 ${controls['option-list']}`}
        role="radiogroup"
        aria-label={t`State`}
        aria-required
        aria-invalid={missing}
      >
        {form.template.estados.disponibles.map((state, index) => (
          <label key={state.id} className={controls['option']} data-chosen={picked === state.id}>
            <input
              id={index === 0 ? STATE_ELEMENT_ID : undefined}
              type="radio"
              name={STATE_ELEMENT_ID}
              checked={picked === state.id}
              onChange={() => setHeader(form, { state: state.id })}
            />
            <span>{translateField(state, 'nombre', i18n.locale)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
