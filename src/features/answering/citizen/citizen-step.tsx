import { useId } from 'react'
import { Trans } from '@lingui/react/macro'
import { asksForCitizen, asksForRecipient, hasCitizenStep } from '#domain/answering/index.ts'
import { useFormContext } from '../form/form-context.ts'
import { OfferedCitizen } from './offered-citizen.tsx'
import { RecipientBlock } from './recipient-block.tsx'
import styles from './citizen.module.css'

/** Whom the answer is about, above the sections: a step if the form has one (`hasCitizenStep`), else the citizen. */
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
