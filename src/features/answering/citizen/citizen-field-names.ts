import { useLingui } from '@lingui/react/macro'
import type { CitizenField } from '#domain/citizens/index.ts'

/** @returns labels of a citizen's fields; for a legal entity the name is the business name */
export function useCitizenFieldNames(legal = false): Readonly<Record<CitizenField, string>> {
  const { t } = useLingui()
  return {
    dni: t({ message: 'DNI/ID', comment: 'ID number of a person' }),
    cuit: t({ message: 'CUIT/RUC', comment: 'tax number of a legal entity' }),
    nombre: legal ? t`Business name` : t`First name`,
    apellido: t`Last name`,
    email: t`E-mail`,
    telefono: t`Phone`,
    calle: t`Street and number`,
  }
}
