import { useLingui } from '@lingui/react/macro'
import type { CitizenField } from '#domain/citizens/index.ts'

/** @param legal of a legal entity @returns what is wrong with a field, in the specification's words */
export function useCitizenFaultText(legal: boolean): (field: CitizenField, fault: 'missing' | 'invalid') => string {
  const { t } = useLingui()
  return (field, fault) => {
    if (fault === 'missing') {
      return legal
        ? t`The business name and the tax number are required`
        : t`First name, last name and ID number are required`
    }
    const invalid: Readonly<Record<CitizenField, string>> = {
      dni: t`The ID number is not valid`,
      cuit: t`Enter a valid tax number`,
      nombre: t`The first name is not valid`,
      apellido: t`The last name is not valid`,
      email: t`The e-mail is not valid`,
      telefono: t`The phone is not valid`,
      calle: t`The street is not valid`,
    }
    return invalid[field]
  }
}
