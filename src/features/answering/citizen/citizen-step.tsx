import { TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useEffect, useState } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { asksForCitizen, asksForRecipient, hasCitizenStep } from '#domain/answering/index.ts'
import { isCitizenEmpty, personaSchema, type Persona } from '#domain/citizens/index.ts'
import { MAX_CITIZEN_NAME_LENGTH, getVisibleText } from '#domain/kernel/index.ts'
import { CITIZEN_ELEMENT_ID } from '../form/element-ids.ts'
import { clearHeader, setHeader } from '../form/form-actions.ts'
import { useFormContext, useForm } from '../form/form-context.ts'
import { RequiredNote } from '../form/required-note.tsx'
import { CitizenBlock } from './citizen-block.tsx'
import headerStyles from '../header/header.module.css'
import styles from './citizen.module.css'

const EMPTY_PERSON: Persona = personaSchema.parse({})

/** Name and address of the recipient (`persona`), shown if the form asks for a recipient. */
export function RecipientBlock() {
  const { t } = useLingui()
  const { form } = useFormContext()
  const recipient = useForm((state) => state.header.persona) ?? EMPTY_PERSON
  const change = (part: Partial<Persona>): void => {
    const next = { ...recipient, ...part }
    if (getVisibleText(next.nombre) === '' && getVisibleText(next.direccion) === '') clearHeader(form, 'persona')
    else setHeader(form, { persona: next })
  }
  return (
    <fieldset className={headerStyles['block']}>
      <legend>{t`Recipient`}</legend>
      <div className="r-grid r-gap-12 r-fit-12">
        {(['nombre', 'direccion'] as const).map((name) => (
          <TextInput
            key={name}
            label={name === 'nombre' ? t`Name of the recipient` : t`Address of the recipient`}
            value={recipient[name]}
            maxLength={MAX_CITIZEN_NAME_LENGTH}
            autoComplete="off"
            onChange={(event) => change({ [name]: event.currentTarget.value })}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** Citizen and recipient above the sections as a step if the form has one (`hasCitizenStep`), else only the citizen. */
export function CitizenStep() {
  const { form } = useFormContext()
  const heading = useId()
  if (!hasCitizenStep(form.template)) return <OfferedCitizen />
  return (
    <section className={`r-column r-gap-16 ${styles['step']}`} aria-labelledby={heading}>
      <h2 id={heading}>
        <Trans>Citizen and recipient</Trans>
      </h2>
      {asksForCitizen(form.template) && <OfferedCitizen />}
      {asksForRecipient(form.template) && <RecipientBlock />}
    </section>
  )
}

/**
 * A citizen block. Collapsed if the citizen is optional; open if a citizen is required, present or named in the URL.
 */
function OfferedCitizen() {
  const { form, office } = useFormContext()
  const isNamed = useForm(({ header }) => header.citizen !== undefined && !isCitizenEmpty(header.citizen))
  // Open initially if the form requires a citizen or the URL names one.
  const [isOpen, setOpen] = useState(form.template.opcionales.ciudadanoRequerido || office?.citizenHash !== undefined)
  const [isPressed, setPressed] = useState(false)
  // Opens as soon as there is a citizen, and stays open when the citizen is removed.
  if (isNamed && !isOpen) setOpen(true)
  useEffect(() => {
    if (isPressed) document.querySelector<HTMLInputElement>(`#${CITIZEN_ELEMENT_ID}-block input:checked`)?.focus()
  }, [isPressed])
  if (isOpen) return <CitizenBlock />
  return (
    <button
      type="button"
      className={`r-line r-gap-12 r-pad-12 r-card r-middle r-wide r-raised r-bold ${styles['offer']}`}
      aria-expanded={false}
      onClick={() => {
        setPressed(true)
        setOpen(true)
      }}
    >
      <IconChevronDown size={24} aria-hidden="true" />
      <span>
        <Trans>Citizen</Trans>{' '}
        <RequiredNote>
          <Trans>Optional</Trans>
        </RequiredNote>
      </span>
    </button>
  )
}
