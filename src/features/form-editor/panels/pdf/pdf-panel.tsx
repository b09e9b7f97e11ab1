import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Stack } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH, MAX_PDF_LOGO_BYTES } from '#domain/kernel/index.ts'
import { type PdfSettings, pdfSettingsSchema, updatePdfSettings, type PdfPatch } from '#domain/templates/index.ts'
import { getFieldElementId } from '../../element-ids.ts'
import { buildTypingKey, type PanelProps } from '../../panel.ts'
import { ImageField } from '../image/image-field.tsx'
import { SingleChoice } from '../parts/choices.tsx'
import { LineField } from '../parts/line-field.tsx'
import { NumberField } from '../parts/number-field.tsx'
import { FoldedPanel } from '../parts/panel.tsx'
import { SwitchField } from '../parts/toggle.tsx'
import styles from '../panels.module.css'
import { useProblemAt } from '../use-problem-at.ts'

type NumberName = {
  readonly [Name in keyof PdfSettings]-?: NonNullable<PdfSettings[Name]> extends number ? Name : never
}[keyof PdfSettings]
type NumberTexts = { readonly name: MessageDescriptor; readonly min: number; readonly max: number }

const points = { min: 4, max: 72 }
const space = { min: 0, max: 100 }
const millimetres = { min: 1, max: 297 }

/** All numeric PDF settings, with the bounds of their schema (`pdf-settings.ts`; a test compares them). */
export const PDF_NUMBERS: Readonly<Record<NumberName, NumberTexts>> = {
  logoWidth: { name: msg`Logo width, in millimetres`, ...millimetres },
  logoHeight: { name: msg`Logo height, in millimetres`, ...millimetres },
  municipalityNameSize: { name: msg`Name of the municipality`, ...points },
  additionalInformationSize: { name: msg`Additional information`, ...points },
  formTitleSize: { name: msg`Title and description of the form`, ...points },
  sectionTitleSize: { name: msg`Title and description of sections`, ...points },
  questionSize: { name: msg({ message: 'Questions', context: 'pdf' }), ...points },
  answerSize: { name: msg({ message: 'Answers', context: 'pdf' }), ...points },
  sectionSpacing: { name: msg`Space between sections, in points`, ...space },
  questionSpacing: { name: msg`Space between questions, in points`, ...space },
  imageSize: { name: msg`Image width, in millimetres`, ...millimetres },
}

type PdfNumbersProps = {
  readonly settings: PdfSettings
  readonly fields: readonly NumberName[]
  readonly disabled: boolean
  readonly onChange: (what: string, patch: PdfPatch) => void
}

/** Sizes and spacing. An empty field uses the default. */
function PdfNumbers({ settings, fields, disabled, onChange }: PdfNumbersProps) {
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
            onChange={(value) => onChange(buildTypingKey('pdf', field), { [field]: value })}
          />
        )
      })}
    </div>
  )
}

const DEFAULTS: PdfSettings = pdfSettingsSchema.parse({})
const MEGABYTES = MAX_PDF_LOGO_BYTES / 1024 / 1024

/**
 * Appearance of an answer's PDF. Portable print and a logo exclude each other. Switching off the logo removes its image
 * and text.
 */
export function PdfPanel({ id, form, change, locks, problems }: PanelProps) {
  const { t } = useLingui()
  const problemAt = useProblemAt(problems)
  const settings = form.pdfSettings ?? DEFAULTS
  const disabled = locks.everything
  const set = (what: string, patch: PdfPatch): void => change(what, (now) => updatePdfSettings(now, patch))
  const write = (field: 'text' | 'municipalityName' | 'additionalInformation', text: string): void =>
    set(buildTypingKey('pdf', field), { [field]: text === '' ? undefined : text })
  const { logoChecked, portablePrint } = settings
  return (
    <FoldedPanel
      title={t`PDF of the answers`}
      id={getFieldElementId('pdfSettings')}
      error={problemAt({ kind: 'field', field: 'pdfSettings' })}
    >
      <Stack gap={0} miw={0}>
        <SwitchField
          name={t`Logo`}
          more={t`Printed above the title, with text next to it.`}
          on={logoChecked}
          disabled={disabled}
          reason={
            portablePrint && !logoChecked ? t`Turning this on turns off the format for portable printers.` : undefined
          }
          onChange={(on) => set('pdf-logo', { logoChecked: on })}
        />
        {logoChecked && (
          <Stack gap="md" className={`r-yields ${styles['after']}`}>
            <ImageField
              template={id}
              label={t`Logo`}
              note={t`PNG or JPEG, up to ${MEGABYTES} MB.`}
              url={settings.logo}
              disabled={disabled}
              onChange={(logo) => set('pdf-logo-image', { logo })}
            />
            <PdfNumbers settings={settings} fields={['logoWidth', 'logoHeight']} disabled={disabled} onChange={set} />
            <SingleChoice
              label={t`Position`}
              value={settings.location}
              disabled={disabled}
              choices={[
                { value: 'flex-start', text: t({ message: 'Left', context: 'logo' }) },
                { value: 'center', text: t({ message: 'Centre', context: 'logo' }) },
                { value: 'flex-end', text: t({ message: 'Right', context: 'logo' }) },
              ]}
              onChange={(location) => set('pdf-location', { location })}
            />
            <LineField
              label={t`Text next to the logo`}
              value={settings.text ?? ''}
              maxLength={MAX_DESCRIPTION_LENGTH}
              long
              disabled={disabled}
              onChange={(text) => write('text', text)}
            />
          </Stack>
        )}
      </Stack>
      <SwitchField
        name={t`Format the PDF for a portable printer`}
        more={t`The same setting as “Portable printer” under “After saving”.`}
        on={portablePrint}
        disabled={disabled}
        reason={logoChecked && !portablePrint ? t`Turning this on removes the logo and its text.` : undefined}
        onChange={(on) => set('pdf-portable', { portablePrint: on })}
      />
      <div className="r-grid r-gap-16 r-fit-15 r-low">
        <LineField
          label={t`Name of the municipality to print`}
          value={settings.municipalityName ?? ''}
          maxLength={MAX_NAME_LENGTH}
          disabled={disabled}
          onChange={(text) => write('municipalityName', text)}
        />
        <LineField
          label={t`Additional information to print`}
          value={settings.additionalInformation ?? ''}
          maxLength={MAX_DESCRIPTION_LENGTH}
          long
          disabled={disabled}
          onChange={(text) => write('additionalInformation', text)}
        />
      </div>
      <fieldset className={styles['group']}>
        <legend>{t`Font sizes, in points`}</legend>
        <PdfNumbers
          settings={settings}
          fields={[
            'municipalityNameSize',
            'additionalInformationSize',
            'formTitleSize',
            'sectionTitleSize',
            'questionSize',
            'answerSize',
          ]}
          disabled={disabled}
          onChange={set}
        />
      </fieldset>
      <fieldset className={styles['group']}>
        <legend>{t`Spacing and images`}</legend>
        <PdfNumbers
          settings={settings}
          fields={['sectionSpacing', 'questionSpacing', 'imageSize']}
          disabled={disabled}
          onChange={set}
        />
      </fieldset>
      <SwitchField
        name={t`Leave out questions without an answer`}
        on={settings.removeUnanswered}
        disabled={disabled}
        onChange={(on) => set('pdf-unanswered', { removeUnanswered: on })}
      />
    </FoldedPanel>
  )
}
