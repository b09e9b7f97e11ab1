import { useLingui } from '@lingui/react/macro'
import { DATA_TYPE, type DataType, QUESTION_TYPE, type QuestionType } from '#domain/questions/index.ts'
import type { TemplateDifference, FieldValue, OptionFlag, PartKind } from '#domain/templates/index.ts'
import { OPTION_MESSAGES } from '../panels/options/option-words.ts'
import { findQuestionKind } from '../questions/question-kind.ts'
import { useFormats, useMoney } from '#ui/index.ts'
import { useAreaName } from '../use-area-name.ts'
import { useKindNames } from '../questions/use-kind-names.ts'
import { useLanguageName } from '../words/use-language-name.ts'
import { FIELD_MESSAGES } from './field-words.ts'
import { formatMoneyField, MOMENT_FIELDS } from './money-words.ts'

type Part = TemplateDifference['part']
type Named = Pick<Part, 'kind' | 'text' | 'place'>

/** Maximum length of a value shown in full, characters. */
const MAX_VALUE_LENGTH = 200

const ALTERNATIVE = /^(?<field>.+)AlternativeLanguage_(?<language>[a-z]+)$/

/** Texts of a difference. */
export function useDifferenceTexts() {
  const { t, i18n } = useLingui()
  const languageName = useLanguageName()
  const kinds = useKindNames()
  const areaName = useAreaName()
  const formats = useFormats()
  const money = useMoney()
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
      return i18n._(OPTION_MESSAGES[option as OptionFlag].name)
    const words =
      FIELD_MESSAGES[name] ?? (group === 'pdfSettings' || group === 'ticketSale' ? FIELD_MESSAGES[group] : undefined)
    return words === undefined ? name : i18n._(words)
  }
  const value = (name: string, held: FieldValue | undefined): string => {
    if (held === undefined || held === null || held === '' || (Array.isArray(held) && held.length === 0))
      return t`nothing`
    if (typeof held === 'boolean') return held ? t`yes` : t`no`
    const price = formatMoneyField(name, held, money.amount)
    if (price !== undefined) return truncateValue(price)
    if (typeof held === 'string' && MOMENT_FIELDS.has(name)) return formats.dateTime(held)
    if (name === 'tipoPregunta')
      return kinds[findQuestionKind({ tipoPregunta: held as QuestionType, tipoDato: DATA_TYPE.STRING })]
    if (name === 'tipoDato')
      return kinds[findQuestionKind({ tipoPregunta: QUESTION_TYPE.OPEN, tipoDato: held as DataType })]
    if (Array.isArray(held) && held.every((one) => typeof one === 'string'))
      return truncateValue(held.map((one) => (one.startsWith('paises/') ? areaName(one) : one)).join(', '))
    if (typeof held === 'object') return truncateValue(textsIn(held).join(', '))
    return truncateValue(String(held))
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
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn)
  if (typeof value === 'string') return value === '' ? [] : [value]
  return typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : []
}
