import { useEffect, useRef } from 'react'
import { useLingui } from '@lingui/react/macro'
import { type MissingItem, findAskedQuestion, formatRowTitle, toRowNumber } from '#domain/answering/index.ts'
import { type CitizenField } from '#domain/citizens/index.ts'
import { parseAddress, unreachable } from '#domain/kernel/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { translateField, ProblemItems, useProblemText, useSectionTitle } from '#ui/index.ts'
import { useForm, useFormContext } from '../form/form-context.ts'
import type { FormStore } from '../form/form-store.ts'
import { useCitizenFieldNames } from '../citizen/citizen-field-names.ts'
import { goToMissingItem } from './go-to.ts'
import { MissingItemTitle } from './folding-text.tsx'
import styles from './save.module.css'

/** Maximum number of entries shown. Further entries appear as shown entries are completed. */
const MAX_SHOWN = 50

type MissingListProps = {
  readonly id: string
  readonly lacks: readonly MissingItem[]
  /** @param isDismissed the user has closed the list without choosing an entry */
  readonly onClose: (isDismissed: boolean) => void
}

/**
 * Lists everything that prevents saving, in screen order, with links. Overlays the form, and closes when an entry is
 * chosen or the form changes.
 */
export function MissingItemList({ id, lacks, onClose }: MissingListProps) {
  const { form } = useFormContext()
  const missingName = useMissingItemName()
  const problemText = useProblemText()
  const list = useRef<HTMLElement>(null)
  const content = useForm((state) => state.content)
  const opened = useRef(content)
  const titleId = `${id}-title`
  useEffect(() => list.current?.querySelector('button')?.focus(), [])
  useEffect(() => {
    const element = list.current
    const dismiss = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') onClose(true)
    }
    element?.addEventListener('keydown', dismiss)
    return () => element?.removeEventListener('keydown', dismiss)
  }, [onClose])
  useEffect(() => {
    if (content !== opened.current) onClose(false)
  }, [content, onClose])
  return (
    <section ref={list} id={id} className={`r-pad-8 r-scrolls ${styles['list']}`} aria-labelledby={titleId}>
      <p id={titleId} className="r-bold">
        <MissingItemTitle lacks={lacks} />
      </p>
      <ProblemItems
        max={MAX_SHOWN}
        mends={lacks.map((missingItem) => ({
          key: buildMissingKey(missingItem),
          text: missingName(form, missingItem),
          place:
            missingItem.kind === 'question' && missingItem.problem.code !== 'value.required'
              ? problemText(missingItem.problem)
              : '',
          go: () => goToMissingItem(form, missingItem),
        }))}
        onGo={() => onClose(false)}
      />
    </section>
  )
}

function buildMissingKey(missingItem: MissingItem): string {
  if (missingItem.kind === 'question') return missingItem.address
  if (missingItem.kind === 'conditions') return `section-${missingItem.section}`
  if (missingItem.kind === 'citizen') return `citizen-${String(missingItem.problem.details?.['field'])}`
  if (missingItem.kind !== 'signature') return missingItem.kind
  return `signature-${missingItem.indexSignature}-${String(missingItem.problem.details?.['field'])}`
}

function useMissingItemName(): (form: FormStore, missingItem: MissingItem) => string {
  const { t, i18n } = useLingui()
  const fieldNames = useCitizenFieldNames()
  const sectionTitle = useSectionTitle()
  const signerFields = {
    firstName: t`First name`,
    lastName: t`Last name`,
    title: t({ message: 'Signing as', comment: 'what the signing person is: owner, inspector' }),
  }
  const sectionName = (template: FormTemplate, order: number): string => {
    const index = template.secciones.findIndex((section) => section.orden === order)
    return sectionTitle(template.secciones[index], index + 1)
  }
  return ({ template, state }, missingItem) => {
    switch (missingItem.kind) {
      case 'question': {
        const place = findAskedQuestion(template, state.getState().content, missingItem.address)
        const title = place === undefined ? '' : translateField(place.question, 'titulo', i18n.locale)
        const section = sectionName(template, parseAddress(missingItem.address).section)
        if (place === undefined || place.index === null) return `${section}: ${title}`
        const named = formatRowTitle(place.section, place.index, i18n.locale)
        if (named !== null) return `${section} (${named}): ${title}`
        const number = toRowNumber(place.index)
        return t({ message: `${section} (repetition ${number}): ${title}`, comment: 'section, repeated row, question' })
      }
      case 'conditions':
        return sectionName(template, missingItem.section)
      case 'signature': {
        const config = template.signatures.find((signature) => signature.indexSignature === missingItem.indexSignature)
        const title = config?.title ?? ''
        const field = missingItem.problem.details?.['field'] as keyof typeof signerFields | undefined
        if (field !== undefined) {
          const name = signerFields[field]
          return title === '' ? t`Signatory: ${name}` : t`Signatory (${title}): ${name}`
        }
        return title === '' ? t`Signature` : t`Signature: ${title}`
      }
      case 'citizen': {
        const field = missingItem.problem.details?.['field'] as CitizenField | undefined
        const name = field === undefined ? '' : fieldNames[field]
        return t`Citizen: ${name}`
      }
      case 'location':
        return t`The address is required.`
      case 'state':
        return t`State`
      default:
        return unreachable(missingItem)
    }
  }
}
