import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { DATA_TYPE, type DataType, QUESTION_TYPE, type QuestionType } from '#domain/questions/index.ts'
import type { TemplateDifference, FieldValue, FormOptionName, PartKind } from '#domain/templates/index.ts'
import type { Promotion, Zone } from '#domain/tickets/index.ts'
import { OPTION_MESSAGES } from '../panels/options/option-messages.ts'
import { findQuestionKind } from '../questions/question-kind.ts'
import { useFormatsIn, useMoney } from '#ui/index.ts'
import { useAreaName } from '../use-area-name.ts'
import { useKindNames } from '../questions/use-kind-names.ts'
import { useLanguageName } from '../messages/use-language-name.ts'
import { useRetentionText } from '../messages/use-retention-text.ts'

/** Names of form fields in a comparison. Options have the names in `panels/options`. Other fields are shown by key. */
export const FIELD_MESSAGES: Readonly<Record<string, MessageDescriptor>> = {
  titulo: msg`Title`,
  descripcion: msg`Description`,
  areas: msg`Area`,
  headerImageURL: msg`Header image`,
  customizedVoucherText: msg`Text of the voucher`,
  appointmentGroup: msg`Appointment calendar`,
  muniCore: msg`MuniGestion`,
  'muniCore.areaId': msg`Area in MuniGestion`,
  'muniCore.areaDescripcion': msg`Area in MuniGestion`,
  'muniCore.idTipoIncidente': msg`Incident type`,
  'muniCore.username': msg`User of MuniGestion`,
  'muniCore.perState': msg`One incident type per state`,
  idTipoIncidente: msg`Incident type`,
  'estados.inicial': msg`Initial state`,
  nombreRespuesta: msg`What is sent`,
  textoEmergencia: msg`Emergency text`,
  responsesCount: msg`Number of answers that are accepted`,
  retention: msg`Erase answers after`,
  charge: msg`Price of an answer`,
  ticketSale: msg`Items for sale`,
  'charge.base': msg`Price per answer`,
  'charge.discounts': msg`Discounts and exemptions`,
  'charge.currency': msg`Currency`,
  'charge.minutes': msg`Time to pay`,
  'charge.validated': msg`Staff validate before payment`,
  'ticketSale.zones': msg`Zones or products`,
  'ticketSale.maxPerPerson': msg`Maximum per person`,
  'ticketSale.promotions': msg`Promotions`,
  'ticketSale.currency': msg`Currency`,
  'ticketSale.address': msg`Event location`,
  'ticketSale.eventDate': msg`Event start`,
  'ticketSale.eventEnd': msg`Event end`,
  'ticketSale.saleFrom': msg`On sale from`,
  'ticketSale.saleUntil': msg`On sale until`,
  precio: msg`Price`,
  pdfSettings: msg`PDF settings`,
  areaAsociada: msg`Associated area`,
  repetible: msg`Repeatable`,
  nombreFila: msg`Name of each repetition`,
  required: msg`Required`,
  conditionalSection: msg`Conditional`,
  conditionalQuestion: msg`Conditional question`,
  conditionalSectionSingle: msg`Only one condition`,
  condition: msg`Text`,
  tipoPregunta: msg`Question type`,
  tipoDato: msg`Data type`,
  ayuda: msg`Help text`,
  permiteNegativos: msg`Negative numbers`,
  escaneable: msg`Scan a code`,
  esUbicacion: msg`Location`,
  seRepite: msg`Reuse`,
  empiezaAhora: msg`Start with the current date or time`,
  nombraRespuesta: msg`Identifies the answer`,
  filtrable: msg`Search box`,
  adjuntar: msg`Photo`,
  adjuntarDocumento: msg`Document`,
  adjuntarVideo: msg`Video`,
  link: msg`Address of the link`,
  tituloLink: msg`Text of the link`,
  texto: msg`Text`,
  content: msg`Text`,
  style: msg`Style`,
  name: msg`Name`,
  nombre: msg`Name`,
  transiciones: msg`Next states`,
  color: msg`Colour`,
  title: msg`Title`,
  typeOfSignature: msg`How it is signed`,
  tipeOfSignatory: msg`Type of signatory`,
}

/** Date and time fields of a sale. */
const MOMENT_FIELDS: ReadonlySet<string> = new Set(
  ['eventDate', 'eventEnd', 'saleFrom', 'saleUntil'].map((field) => `ticketSale.${field}`),
)

type Amount = (cents: number) => string

const WORDS: Readonly<Record<string, (held: never, amount: Amount) => string>> = {
  precio: (cents: number, amount) => amount(cents),
  'charge.base': (cents: number, amount) => amount(cents),
  'charge.discounts': formatPromotions,
  'ticketSale.promotions': formatPromotions,
  'ticketSale.zones': (zones: readonly Zone[], amount) =>
    zones.map(({ name, price, maxQuantity }) => `${name} ${amount(price)} × ${maxQuantity}`).join(', '),
}

/**
 * Text for the value of a money field. @returns undefined for other fields
 */
export function formatMoneyField(field: string, heldFieldValue: FieldValue, amount: Amount): string | undefined {
  return WORDS[field]?.(heldFieldValue as never, amount)
}

function formatPromotions(all: readonly Promotion[], amount: Amount): string {
  return all
    .map(({ name, percentOff, amountOff }) =>
      [name, percentOff > 0 && `−${percentOff} %`, amountOff > 0 && `−${amount(amountOff)}`].filter(Boolean).join(' '),
    )
    .join(', ')
}

type Part = TemplateDifference['part']
type Named = Pick<Part, 'kind' | 'text' | 'place'>

/** Maximum length of a value shown in full, characters. */
const MAX_VALUE_LENGTH = 200

const ALTERNATIVE = /^(?<field>.+)AlternativeLanguage_(?<language>[a-z]+)$/

/** Texts of a difference. @param timeZone of the form's municipality; unknown: the device's */
export function useDifferenceTexts(timeZone: string | undefined) {
  const { t, i18n } = useLingui()
  const languageName = useLanguageName()
  const kinds = useKindNames()
  const areaName = useAreaName()
  const formats = useFormatsIn(timeZone)
  const money = useMoney()
  const retentionText = useRetentionText()
  const names: Readonly<Record<PartKind | 'form', string>> = {
    form: t`Form`,
    section: t`Section`,
    condition: t`Condition`,
    question: t`Question`,
    option: t`Option`,
    block: t`Part of a combined question`,
    state: t`State`,
    signature: t`Signature`,
  }
  const named = ({ kind, text, place }: Named): string => {
    if (kind === 'form') return names.form
    return text === '' ? `${names[kind]} ${place + 1}` : `${names[kind]} “${truncateValue(text)}”`
  }
  const field = (name: string): string => {
    const alternative = ALTERNATIVE.exec(name)?.groups
    if (alternative !== undefined) {
      const { field: own = '', language = '' } = alternative
      return `${field(own)} (${languageName(language)})`
    }
    const [group, option = ''] = name.split('.')
    if (group === 'opcionales' && Object.hasOwn(OPTION_MESSAGES, option))
      return i18n._(OPTION_MESSAGES[option as FormOptionName].name)
    const descriptor =
      FIELD_MESSAGES[name] ?? (group === 'pdfSettings' || group === 'ticketSale' ? FIELD_MESSAGES[group] : undefined)
    return descriptor === undefined ? name : i18n._(descriptor)
  }
  const value = (name: string, heldFieldValue: FieldValue | undefined): string => {
    if (
      heldFieldValue === undefined ||
      heldFieldValue === null ||
      heldFieldValue === '' ||
      (Array.isArray(heldFieldValue) && heldFieldValue.length === 0)
    )
      return t({ message: 'nothing', context: 'setting' })
    if (typeof heldFieldValue === 'boolean') return heldFieldValue ? t`yes` : t`no`
    const price = formatMoneyField(name, heldFieldValue, money.amount)
    if (price !== undefined) return truncateValue(price)
    if (name === 'retention' && typeof heldFieldValue === 'string') return retentionText(heldFieldValue)
    if (typeof heldFieldValue === 'string' && MOMENT_FIELDS.has(name)) return formats.dateTime(heldFieldValue)
    if (name === 'tipoPregunta')
      return kinds[findQuestionKind({ tipoPregunta: heldFieldValue as QuestionType, tipoDato: DATA_TYPE.STRING })]
    if (name === 'tipoDato')
      return kinds[findQuestionKind({ tipoPregunta: QUESTION_TYPE.OPEN, tipoDato: heldFieldValue as DataType })]
    if (Array.isArray(heldFieldValue) && heldFieldValue.every((item) => typeof item === 'string'))
      return truncateValue(
        heldFieldValue.map((item) => (item.startsWith('paises/') ? areaName(item) : item)).join(', '),
      )
    if (typeof heldFieldValue === 'object') return truncateValue(listTexts(heldFieldValue).join(', '))
    return truncateValue(String(heldFieldValue))
  }
  return {
    part: named,
    within: ({ within }: Part): string => within.map(named).join(' · '),
    /** position of a part and the parts around it */
    position: ({ within, kind, place }: Part): string =>
      [...within.map(named), `${names[kind]} ${place + 1}`].join(' · '),
    field,
    value,
  }
}

function truncateValue(text: string): string {
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text
}

/** The texts in an object value. */
function listTexts(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(listTexts)
  if (typeof value === 'string') return value === '' ? [] : [value]
  return typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : []
}
