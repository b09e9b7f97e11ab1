import { useLingui } from '@lingui/react/macro'
import type { CitizenField } from '#domain/citizens/index.ts'

/** @returns labels of a citizen's fields; for a legal entity the name is the business name */
export function useCitizenFieldNames(legal = false): Readonly<Record<CitizenField, string>> {
  const { t } = useLingui()
  return {
    dni: t({ message: 'ID number', context: 'citizen' }),
    cuit: t({ message: 'Tax number', context: 'citizen' }),
    nombre: legal ? t`Business name` : t`First name`,
    apellido: t`Last name`,
    email: t`E-mail`,
    telefono: t`Phone`,
    calle: t`Street and number`,
  }
}
