import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { type Persona, personaSchema } from '#domain/citizens/index.ts'
import { MAX_CITIZEN_NAME_LENGTH, visibleText } from '#domain/kernel/index.ts'
import { clearHeader, setHeader } from '../form/form-actions.ts'
import { useForm, useFormContext } from '../form/form-context.ts'
import styles from '../header/header.module.css'

const EMPTY_PERSON: Persona = personaSchema.parse({})

/** Name of the recipient, for answers without a citizen (`persona`). */
export function RecipientBlock() {
  const { t } = useLingui()
  const { form } = useFormContext()
  const recipient = useForm((state) => state.header.persona) ?? EMPTY_PERSON
  const change = (part: Partial<Persona>): void => {
    const next = { ...recipient, ...part }
    if (visibleText(next.nombre) === '' && visibleText(next.direccion) === '') clearHeader(form, 'persona')
    else setHeader(form, { persona: next })
  }
  return (
    <fieldset className={styles['block']}>
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
