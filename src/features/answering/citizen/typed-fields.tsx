import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import type { CitizenField, CitizenFieldErrors, Citizen } from '#domain/citizens/index.ts'
import { MAX_CITIZEN_NAME_LENGTH } from '#domain/kernel/index.ts'
import { buildCitizenFieldElementId } from '../form/element-ids.ts'
import { useFormContext } from '../form/form-context.ts'
import { RequiredNote } from '../form/required-note.tsx'
import { useCitizenFieldNames } from './citizen-field-names.ts'

const INPUT_MODES: Partial<Readonly<Record<CitizenField, 'numeric' | 'email' | 'tel'>>> = {
  cuit: 'numeric',
  email: 'email',
  telefono: 'tel',
}

/** Values that a browser may fill in where the public enters its own data (WCAG 1.3.5). */
const AUTOCOMPLETE_VALUES: Partial<Readonly<Record<CitizenField, string>>> = {
  nombre: 'given-name',
  apellido: 'family-name',
  email: 'email',
  telefono: 'tel',
  calle: 'street-address',
}

type FieldProps = {
  readonly name: CitizenField
  readonly citizen: Citizen
  readonly faults: CitizenFieldErrors
  /** a citizen is required, or a field of the citizen is filled in */
  readonly isDue: boolean
  /** marks missing fields */
  readonly marked: boolean
  readonly change: (part: Partial<Citizen>) => void
  /** shown instead of the field's own error */
  readonly error?: string | undefined
  readonly onEnter?: () => void
}

/** A field of a citizen typed in by hand. */
export function CitizenTextField({ name, citizen, faults, isDue, marked, change, error, onEnter }: FieldProps) {
  const { t } = useLingui()
  const { office } = useFormContext()
  const legal = citizen.tipo === 'juridica'
  const own = legal && name === 'nombre' ? 'organization' : AUTOCOMPLETE_VALUES[name]
  const fieldErrorText = useCitizenFieldErrorText(legal)
  const names = useCitizenFieldNames(legal)
  const fieldError = faults[name]
  const isShown = fieldError === 'invalid' || (marked && fieldError === 'missing')
  const isWanted = name === 'nombre' || name === (legal ? 'cuit' : 'dni') || (name === 'apellido' && !legal)
  const mode = INPUT_MODES[name]
  return (
    <TextInput
      id={buildCitizenFieldElementId(name)}
      label={names[name]}
      value={citizen[name]}
      maxLength={MAX_CITIZEN_NAME_LENGTH}
      autoComplete={office === undefined && own !== undefined ? own : 'off'}
      // Below the input, so that showing the description does not move the input.
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={
        isWanted &&
        isDue && <RequiredNote missing={marked && fieldError === 'missing'}>{t`* Required answer`}</RequiredNote>
      }
      aria-required={isDue && isWanted}
      error={error ?? (isShown ? fieldErrorText(name, fieldError) : undefined)}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || onEnter === undefined) return
        event.preventDefault()
        onEnter()
      }}
      {...(mode === undefined ? {} : { inputMode: mode })}
    />
  )
}

/** All fields except the number, in screen order. */
export function listFieldsExceptNumber({ tipo }: Citizen): readonly CitizenField[] {
  return tipo === 'juridica'
    ? ['nombre', 'email', 'telefono', 'calle']
    : ['nombre', 'apellido', 'email', 'telefono', 'calle']
}

/** @param legal for a legal entity @returns a function for the error of a field, in the specification's words */
function useCitizenFieldErrorText(legal: boolean): (field: CitizenField, fieldError: 'missing' | 'invalid') => string {
  const { t } = useLingui()
  return (field, fieldError) => {
    if (fieldError === 'missing') {
      return legal
        ? t`The business name and the tax number are required.`
        : t`First name, last name and ID number are required.`
    }
    const invalid: Readonly<Record<CitizenField, string>> = {
      dni: t`The ID number is not valid.`,
      cuit: t`Enter a valid tax number.`,
      nombre: t`The first name is not valid.`,
      apellido: t`The last name is not valid.`,
      email: t`The e-mail is not valid.`,
      telefono: t`The phone is not valid.`,
      calle: t`The street is not valid.`,
    }
    return invalid[field]
  }
}
