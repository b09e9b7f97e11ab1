import { Stack } from '@mantine/core'
import { useLingui, Trans } from '@lingui/react/macro'
import { useContext, type ReactNode } from 'react'
import { findNearbyQuestion } from '#domain/answering/index.ts'
import { FORM_OPTION_GROUPS, updateForm, type TemplatePlace, type FormOptionName } from '#domain/templates/index.ts'
import { matchesSearch } from '#domain/search/index.ts'
import { useFormTexts } from '#ui/index.ts'
import { getFieldElementId } from '../../element-ids.ts'
import { buildTypingKey, type PanelProps } from '../../panel.ts'
import { AgendaPanel } from '../agenda-panel.tsx'
import { HeaderImagePanel } from '../image/header-image-panel.tsx'
import { LineField } from '../parts/line-field.tsx'
import { NumberField } from '../parts/number-field.tsx'
import { FoldedPanel, SettingsSearchContext } from '../parts/panel.tsx'
import { PaymentPanel } from '../payment/payment-panel.tsx'
import { SignaturesPanel } from '../signatures/signatures-panel.tsx'
import { useProblemAt } from '../use-problem-at.ts'
import { PermanentLockNote } from './locked-for-good.tsx'
import styles from '../panels.module.css'
import { OPTION_GROUP_MESSAGES, OPTION_MESSAGES } from './option-messages.ts'
import { OptionToggle, useOptionLocks } from './option-toggle.tsx'
import {
  typedEntries,
  MAX_DESCRIPTION_LENGTH,
  MAX_EMERGENCY_TEXT_LENGTH,
  MIN_RESPONSES_COUNT,
} from '#domain/kernel/index.ts'

/** Maximum of `responsesCount`, as in its schema. */
const MAX_RESPONSES = 1_000_000_000

/** Settings of an option, below its switch while it is on. For some options, the consequence of switching it off. */
function OptionDetails({ option, ...props }: PanelProps & { readonly option: FormOptionName }) {
  const { form, locks } = props
  if (option === 'editableForm') {
    return (
      <div role="alert">
        <PermanentLockNote locks={locks} opcionales={form.opcionales} />
      </div>
    )
  }
  const Opened = OPTION_PANELS[option]
  return form.opcionales[option] && Opened !== undefined ? (
    <Stack gap="md" className={`r-yields ${styles['after']}`}>
      <Opened {...props} />
    </Stack>
  ) : null
}

const OPTION_PANELS: { readonly [Option in FormOptionName]?: (props: PanelProps) => ReactNode } = {
  publico: PublicTexts,
  citizenAssociationFromCitizenPortal: EmergencyText,
  offersNearby: NearbyShown,
  limitResponses: ResponsesLimit,
  headerImg: HeaderImagePanel,
  digitalSignature: SignaturesPanel,
  addPaymentGateway: PaymentPanel,
  addAppointment: AgendaPanel,
  customizedVoucher: VoucherText,
}

/** Maximum length of the name for an answer, which has to fit on a button. */
const MAX_SENT_NAME_LENGTH = 40

function PublicTexts(props: PanelProps) {
  return (
    <>
      <SentName {...props} />
      <EmergencyText {...props} />
    </>
  )
}

function EmergencyText({ form, change, locks, problems }: PanelProps) {
  const { t } = useLingui()
  const problemAt = useProblemAt(problems)
  return (
    <LineField
      id={getFieldElementId('textoEmergencia')}
      label={t`Emergency text`}
      note={t`Shown above the form, for example: “If someone is in danger, do not fill in this form. Call 911.”`}
      value={form.textoEmergencia ?? ''}
      maxLength={MAX_EMERGENCY_TEXT_LENGTH}
      long
      disabled={locks.everything}
      error={problemAt({ kind: 'field', field: 'textoEmergencia' })}
      onChange={(text) =>
        change(buildTypingKey('textoEmergencia'), (now) =>
          updateForm(now, { textoEmergencia: text === '' ? undefined : text }),
        )
      }
    />
  )
}

function SentName({ form, change, locks, problems }: PanelProps) {
  const { t } = useLingui()
  const problemAt = useProblemAt(problems)
  return (
    <LineField
      id={getFieldElementId('nombreRespuesta')}
      label={t`What is sent`}
      note={t`Shown on the button, in lower case: “complaint” gives “Send complaint”. If empty: “Send”.`}
      value={form.nombreRespuesta ?? ''}
      maxLength={MAX_SENT_NAME_LENGTH}
      disabled={locks.everything}
      error={problemAt({ kind: 'field', field: 'nombreRespuesta' })}
      onChange={(text) =>
        change(buildTypingKey('nombreRespuesta'), (now) =>
          updateForm(now, { nombreRespuesta: text === '' ? undefined : text }),
        )
      }
    />
  )
}

/** Explains what others can learn about an answer. */
function NearbyShown({ form }: PanelProps) {
  const formText = useFormTexts()
  const requestedQuestion = findNearbyQuestion(form.secciones)
  const title = requestedQuestion === undefined ? '' : formText(requestedQuestion, 'titulo')
  return (
    <p className="r-note">
      {title === '' ? (
        <Trans>
          Other people see the day, the distance and the state, never a name, a text or a photo. To also show the
          subject, add a required single-choice question.
        </Trans>
      ) : (
        <Trans>
          Other people see the answer to “{title}”, the day, the distance and the state, never a name, a text or a
          photo.
        </Trans>
      )}
    </p>
  )
}

function ResponsesLimit({ form, change, locks, problems }: PanelProps) {
  const { t } = useLingui()
  const problemAt = useProblemAt(problems)
  return (
    <NumberField
      id={getFieldElementId('responsesCount')}
      label={t`Number of answers`}
      value={form.responsesCount}
      min={MIN_RESPONSES_COUNT}
      max={MAX_RESPONSES}
      whole
      required
      disabled={locks.everything}
      error={problemAt({ kind: 'field', field: 'responsesCount' })}
      onChange={(responsesCount) =>
        change(buildTypingKey('responsesCount'), (now) => updateForm(now, { responsesCount }))
      }
    />
  )
}

function VoucherText({ form, change, locks, problems }: PanelProps) {
  const { t } = useLingui()
  const problemAt = useProblemAt(problems)
  return (
    <LineField
      id={getFieldElementId('customizedVoucherText')}
      label={t`Text of the voucher`}
      value={form.customizedVoucherText ?? ''}
      maxLength={MAX_DESCRIPTION_LENGTH}
      long
      disabled={locks.everything}
      error={problemAt({ kind: 'field', field: 'customizedVoucherText' })}
      onChange={(text) =>
        change(buildTypingKey('customizedVoucherText'), (now) =>
          updateForm(now, { customizedVoucherText: text === '' ? undefined : text }),
        )
      }
    />
  )
}

const GROUPS = typedEntries(FORM_OPTION_GROUPS)

/**
 * The form's options, in a folded group per topic. Locked options show the reason (`findFormOptionLocks` in the
 * domain).
 */
export function OptionsPanel(props: PanelProps) {
  const { t, i18n } = useLingui()
  const { form, problems } = props
  const reasons = useOptionLocks(props)
  const query = useContext(SettingsSearchContext)
  return GROUPS.map(([group, options]) => {
    const title = i18n._(OPTION_GROUP_MESSAGES[group])
    const on = options.filter((option) => form.opcionales[option]).map((option) => i18n._(OPTION_MESSAGES[option].name))
    const none = group === 'whoAnswers' ? t`Staff only` : t({ message: 'None', context: 'options' })
    const texts = (option: FormOptionName) => Object.values(OPTION_MESSAGES[option]).map((text) => i18n._(text))
    const isFound = (option: FormOptionName) =>
      matchesSearch(title, query) || texts(option).some((text) => matchesSearch(text, query))
    return (
      <FoldedPanel
        key={group}
        title={title}
        kept
        line={on.length === 0 ? none : on.join(' · ')}
        words={options.flatMap(texts)}
        wrong={problems.some(({ place }) => options.some((option) => option === findEnclosingOption(place)))}
      >
        <Stack gap="xs">
          {options.map((option) => (
            <Stack key={option} gap={0} miw={0} display={isFound(option) ? 'flex' : 'none'}>
              <OptionToggle {...props} option={option} reason={reasons[option]} />
              <OptionDetails {...props} option={option} />
            </Stack>
          ))}
        </Stack>
      </FoldedPanel>
    )
  })
}

/** Option below whose switch each field is shown. */
const OPTION_OF_FIELD: Readonly<Record<string, FormOptionName>> = {
  nombreRespuesta: 'publico',
  textoEmergencia: 'publico',
  responsesCount: 'limitResponses',
  customizedVoucherText: 'customizedVoucher',
  headerImageURL: 'headerImg',
  appointmentGroup: 'addAppointment',
  signatures: 'digitalSignature',
  charge: 'addPaymentGateway',
  ticketSale: 'addPaymentGateway',
}

/** The option whose switch or settings contain a place; undefined for places elsewhere. */
function findEnclosingOption(place: TemplatePlace): FormOptionName | undefined {
  if (place.kind === 'option') return place.option
  if (place.kind === 'signature') return 'digitalSignature'
  return place.kind === 'field' ? OPTION_OF_FIELD[place.field] : undefined
}
