import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { PdfSettings, PdfPatch } from '#domain/templates/index.ts'
import { typingKey } from '../../panel.ts'
import { NumberField } from '../parts/number-field.tsx'

type NumberName = {
  readonly [Name in keyof PdfSettings]-?: NonNullable<PdfSettings[Name]> extends number ? Name : never
}[keyof PdfSettings]
type NumberWords = { readonly name: MessageDescriptor; readonly min: number; readonly max: number }

const points = { min: 4, max: 72 }
const space = { min: 0, max: 100 }
const millimetres = { min: 1, max: 297 }

/** All numeric PDF settings, with the bounds of their schema (`pdf-settings.ts`; a test compares them). */
export const PDF_NUMBERS: Readonly<Record<NumberName, NumberWords>> = {
  logoWidth: { name: msg`Logo width, mm`, ...millimetres },
  logoHeight: { name: msg`Logo height, mm`, ...millimetres },
  municipalityNameSize: { name: msg`Name of the municipality`, ...points },
  additionalInformationSize: { name: msg`Additional information`, ...points },
  formTitleSize: { name: msg`Title and description of the form`, ...points },
  sectionTitleSize: { name: msg`Title and description of sections`, ...points },
  questionSize: { name: msg({ message: 'Questions', context: 'pdf' }), ...points },
  answerSize: { name: msg({ message: 'Answers', context: 'pdf' }), ...points },
  sectionSpacing: { name: msg`Space between sections, points`, ...space },
  questionSpacing: { name: msg`Space between questions, points`, ...space },
  imageSize: { name: msg`Image width, mm`, ...millimetres },
}

type PdfNumbersProps = {
  readonly settings: PdfSettings
  readonly fields: readonly NumberName[]
  readonly disabled: boolean
  readonly onChange: (what: string, patch: PdfPatch) => void
}

/** Sizes and margins. Empty uses the product's default. */
export function PdfNumbers({ settings, fields, disabled, onChange }: PdfNumbersProps) {
  const { t, i18n } = useLingui()
  return (
    <div className="r-grid r-gap-16 r-fit-15 r-low">
      {fields.map((field) => {
        const { name, min, max } = PDF_NUMBERS[field]
        return (
          <NumberField
            key={field}
            label={i18n._(name)}
            placeholder={t({ message: 'Standard', context: 'pdf size' })}
            value={settings[field]}
            min={min}
            max={max}
            disabled={disabled}
            onChange={(value) => onChange(typingKey('pdf', field), { [field]: value })}
          />
        )
      })}
    </div>
  )
}
