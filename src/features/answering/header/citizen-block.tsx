import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { citizenFaults, type CitizenField, isNobody, LEGAL_ENTITY_SURNAME } from '#domain/citizens/index.ts'
import { type Citizen, citizenSchema } from '#domain/documents/index.ts'
import { MAX_CITIZEN_NAME_LENGTH } from '#domain/kernel/index.ts'
import controls from '../controls/controls.module.css'
import { CITIZEN_ID, citizenFieldId } from '../form/element-ids.ts'
import { clearHeader, setHeader } from '../form/form-actions.ts'
import { useForm, useFormContext } from '../form/form-context.ts'
import { RequiredNote } from '../form/required-note.tsx'
import { useCitizenFaultText } from './citizen-fault-text.ts'
import { useCitizenFieldNames } from './citizen-field-names.ts'
import styles from './header.module.css'

const NOBODY: Citizen = citizenSchema.parse({})

/** Whom the answer is about, typed in by hand: the registry cannot be asked without a network. */
export function CitizenBlock() {
  const { t } = useLingui()
  const { form } = useFormContext()
  const citizen = useForm((state) => state.header.citizen) ?? NOBODY
  const marked = useForm((state) => state.marked)
  const faultText = useCitizenFaultText()
  const required = form.template.opcionales.ciudadanoRequerido
  const legal = citizen.tipo === 'juridica'
  const names = useCitizenFieldNames(legal)
  const isDue = required || !isNobody(citizen)
  const faults = isDue ? citizenFaults(citizen) : {}

  const change = (part: Partial<Citizen>): void => {
    const next = { ...citizen, ...part }
    if (isNobody(next) && next.tipo === 'fisica') clearHeader(form, 'citizen')
    else setHeader(form, { citizen: next })
  }
  const field = (name: CitizenField, more: { readonly inputMode?: 'numeric' | 'email' | 'tel' } = {}) => {
    const fault = faults[name]
    const shown = fault === 'invalid' || (marked && fault === 'missing')
    const wanted = name === 'nombre' || name === (legal ? 'cuit' : 'dni') || (name === 'apellido' && !legal)
    return (
      <TextInput
        key={name}
        id={citizenFieldId(name)}
        label={names[name]}
        value={citizen[name]}
        maxLength={MAX_CITIZEN_NAME_LENGTH}
        autoComplete="off"
        description={
          wanted && (
            <RequiredNote missing={marked && fault === 'missing'}>
              {isDue ? t`* Required answer` : t`* Required if a citizen is given`}
            </RequiredNote>
          )
        }
        aria-required={isDue && wanted}
        error={shown ? faultText(name, fault) : undefined}
        onChange={(event) => change({ [name]: event.currentTarget.value })}
        {...more}
      />
    )
  }

  return (
    <fieldset className={styles['block']} id={`${CITIZEN_ID}-block`}>
      <legend>{t`Citizen`}</legend>
      {marked && required && Object.keys(faults).length > 0 && (
        <p className={styles['problem']}>{t`The citizen is required`}</p>
      )}
      <div className={controls['yes-no']} role="radiogroup" aria-label={t`Kind of citizen`}>
        {(['fisica', 'juridica'] as const).map((tipo) => (
          <label key={tipo} className={controls['option']} data-chosen={citizen.tipo === tipo}>
            <input
              type="radio"
              name="citizen-kind"
              checked={citizen.tipo === tipo}
              onChange={() =>
                change({ tipo, dni: '', cuit: '', apellido: tipo === 'juridica' ? LEGAL_ENTITY_SURNAME : '' })
              }
            />
            <span>{tipo === 'fisica' ? t`Person` : t`Legal entity`}</span>
          </label>
        ))}
      </div>
      <div className={styles['fields']}>
        {legal
          ? [field('cuit', { inputMode: 'numeric' }), field('nombre')]
          : [field('dni'), field('nombre'), field('apellido')]}
        {field('email', { inputMode: 'email' })}
        {field('telefono', { inputMode: 'tel' })}
        {field('calle')}
      </div>
    </fieldset>
  )
}
