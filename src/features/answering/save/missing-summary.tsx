import { useState } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { type Missing, placeAt } from '#domain/answering/index.ts'
import { partsOf, unreachable } from '#domain/kernel/index.ts'
import type { FormTemplate } from '#domain/documents/index.ts'
import { inLanguage, MendList } from '#ui/index.ts'
import { useForm, useFormContext } from '../form/form-context.ts'
import type { FormStore } from '../form/form-store.ts'
import { goTo } from './go-to.ts'

type MissingSummaryProps = {
  readonly lacks: readonly Missing[]
  readonly onClose: () => void
}

/** What keeps the answer from being saved. */
export function MissingSummary({ lacks, onClose }: MissingSummaryProps) {
  const { form } = useFormContext()
  const nameOf = useLackName()
  const [seen] = useState(() => form.state.getState().content)
  const worked = useForm(({ content }) => content !== seen)
  return (
    <MendList
      title={<Trans>Some required fields are missing.</Trans>}
      mends={lacks.map((lack) => ({ key: keyOf(lack), text: nameOf(form, lack), go: () => goTo(form, lack) }))}
      worked={worked}
      onClose={onClose}
    />
  )
}

function keyOf(lack: Missing): string {
  if (lack.kind === 'question') return lack.address
  if (lack.kind === 'conditions') return `section-${lack.section}`
  return lack.kind === 'signature' ? `signature-${lack.indexSignature}` : lack.kind
}

function useLackName(): (form: FormStore, lack: Missing) => string {
  const { t, i18n } = useLingui()
  const sectionName = (template: FormTemplate, order: number): string => {
    const index = template.secciones.findIndex((section) => section.orden === order)
    const section = template.secciones[index]
    const number = index + 1
    if (section === undefined) return t`Section ${number}`
    const titled = inLanguage(section, 'titulo', i18n.locale)
    return (section.conditionalSection ? section.conditionalQuestion : titled) || titled || t`Section ${number}`
  }
  return ({ template, state }, lack) => {
    switch (lack.kind) {
      case 'question': {
        const place = placeAt(template, state.getState().content, lack.address)
        const row = partsOf(lack.address).row
        const title = place === undefined ? '' : inLanguage(place.question, 'titulo', i18n.locale)
        const section = sectionName(template, partsOf(lack.address).section)
        if (row === null) return `${section}: ${title}`
        const number = row + 2
        return t({ message: `${section} (repetition ${number}): ${title}`, comment: 'section, repeated row, question' })
      }
      case 'conditions':
        return sectionName(template, lack.section)
      case 'signature': {
        const config = template.signatures.find((one) => one.indexSignature === lack.indexSignature)
        const title = config?.title ?? ''
        return title === '' ? t`Signature` : t`Signature: ${title}`
      }
      case 'citizen':
        return lack.problem.code === 'answer.citizen-invalid' ? t`Check the citizen's data` : t`The citizen is required`
      case 'location':
        return t`The address is required`
      case 'state':
        return t`State`
      default:
        return unreachable(lack)
    }
  }
}
