import { useLingui } from '@lingui/react/macro'
import type { Citizen } from '#domain/citizens/index.ts'
import { Facts } from '#ui/index.ts'
import { useCitizenFieldNames } from './citizen-field-names.ts'
import styles from './citizen.module.css'

/** A citizen whom the registry knows. What it has of them is its own, and not changed here. */
export function RegisteredCard({ citizen }: { readonly citizen: Citizen }) {
  const { t } = useLingui()
  const legal = citizen.tipo === 'juridica'
  const names = useCitizenFieldNames(legal)
  const number = legal ? 'cuit' : 'dni'
  const facts = [
    {
      name: legal ? names.nombre : t`Name`,
      value: legal ? citizen.nombre : `${citizen.nombre} ${citizen.apellido}`.trim(),
    },
    { name: names[number], value: citizen[number] },
    ...(['email', 'telefono', 'calle'] as const).map((name) => ({ name: names[name], value: citizen[name] })),
  ]
  return (
    <section className={`r-pad-12 r-card ${styles['card']}`} aria-label={t`Citizen of the registry`}>
      <Facts facts={facts.filter(({ value }) => value !== '')} />
    </section>
  )
}
