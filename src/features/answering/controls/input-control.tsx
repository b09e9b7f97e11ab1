import { Trans, useLingui } from '@lingui/react/macro'
import { IconExternalLink, IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import {
  DATA_TYPE,
  QUESTION_TYPE,
  getDataCodec,
  isSafeLink,
  isWebLink,
  doOptionsFitInOneLine,
  hasOptionSearch,
  findOptionText,
  type CombinedInput,
  type DataType,
  type DataCodec,
} from '#domain/questions/index.ts'
import { useForeignLanguageTag } from '../form/form-context.ts'
import { withChosenOptions, withAnswerValue, type ControlProps } from './control.ts'
import { DateControl, TimeControl } from './moment-controls.tsx'
import { TextControl } from './text-control.tsx'
import { useTypedText } from './use-typed-text.ts'
import '#ui/theme/fields.css'
import styles from './controls.module.css'

/**
 * Maximum number of options shown without scrolling in a list with a search box: the tap targets that fit its height.
 * Lists without a search box never scroll, as nested scrolling would hide options.
 */
const OPTIONS_WITHOUT_SCROLLING = 5

type OptionsListProps = ControlProps & {
  readonly type: 'checkbox' | 'radio'
  readonly onPick: (order: number, picked: boolean) => void
  /** clears a single choice; missing for a multiple choice, or if the only option is required */
  readonly onClear?: (() => void) | undefined
}

/**
 * Options, with a search box if the question has the filter flag or more than ten options (part 3, point 5). Chosen
 * options are always shown.
 */
function OptionsList({ type, onPick, onClear, ...props }: OptionsListProps) {
  const { t } = useLingui()
  const [requested, setRequested] = useState('')
  const { question, value, id, language } = props
  const searchable = hasOptionSearch(question)
  const chosen = new Set(value.chosen ?? [])
  const foreignTagFor = useForeignLanguageTag()
  const options = question.opciones.map((option) => ({
    order: option.orden,
    text: findOptionText(option, language),
    tag: foreignTagFor(option, 'texto'),
  }))
  const shown =
    requested === ''
      ? options
      : options.filter(
          ({ order, text }) => chosen.has(order) || withoutAccents(text).includes(withoutAccents(requested)),
        )
  return (
    <div className="r-column">
      {searchable && (
        <span className="r-search">
          <IconSearch size={18} aria-hidden="true" />
          <input
            type="search"
            value={requested}
            placeholder={t`Search`}
            aria-label={t`Search options`}
            onChange={(event) => setRequested(event.currentTarget.value)}
          />
        </span>
      )}
      <div
        className={`r-column r-gap-4 ${styles['option-list']}`}
        data-long={searchable && options.length > OPTIONS_WITHOUT_SCROLLING}
        data-side-by-side={doOptionsFitInOneLine(question)}
        // Browsers make scrolling boxes focusable, which is not needed as the options are focusable.
        tabIndex={-1}
        role={type === 'radio' ? 'radiogroup' : 'group'}
        aria-labelledby={props.labelledBy}
        aria-describedby={props.describedBy}
        {...(type === 'radio' ? { 'aria-required': props.required, 'aria-invalid': props.invalid } : {})}
      >
        {shown.map(({ order, text, tag }, index) => (
          <ClearableChoice key={order} onClear={type === 'radio' && chosen.has(order) ? onClear : undefined}>
            <label className={styles['option']} data-chosen={chosen.has(order)} data-clears={type === 'radio'}>
              <input
                id={index === 0 ? id : undefined}
                type={type}
                name={id}
                checked={chosen.has(order)}
                onChange={(event) => onPick(order, event.currentTarget.checked)}
              />
              <span lang={tag}>{text}</span>
            </label>
          </ClearableChoice>
        ))}
        {shown.length === 0 && (
          <p className={`r-soft ${styles['nothing']}`}>{requested === '' ? '–' : t`No options match.`}</p>
        )}
      </div>
    </div>
  )
}

/** Normalizes text for searching: no accents, lower case. */
function withoutAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** Controls of open questions by kind of value, for data types without a specific control. */
const OPEN_CONTROLS: Readonly<Record<DataCodec['holds'], ComponentType<ControlProps>>> = {
  text: TextControl,
  number: IntegerControl,
  date: DateControl,
  time: TimeControl,
  none: TitleControl,
}
const OWN_CONTROLS: Readonly<Partial<Record<DataType, ComponentType<ControlProps>>>> = {
  [DATA_TYPE.DECIMAL]: DecimalControl,
  [DATA_TYPE.LINK]: LinkControl,
}

/** Controls of the question types that may also be part of a combined question. */
export const INPUT_CONTROLS: Readonly<Record<CombinedInput['tipoPregunta'], ComponentType<ControlProps>>> = {
  [QUESTION_TYPE.OPEN]: OpenControl,
  [QUESTION_TYPE.SELECT]: SelectControl,
  [QUESTION_TYPE.RADIO]: RadioControl,
  [QUESTION_TYPE.BOOLEAN]: BooleanControl,
}

function OpenControl(props: ControlProps) {
  const { question } = props
  const Chosen = OWN_CONTROLS[question.tipoDato] ?? OPEN_CONTROLS[getDataCodec(question).holds]
  return <Chosen {...props} />
}

/** Multiple choice. */
function SelectControl(props: ControlProps) {
  const { value, onChange } = props
  const pick = (order: number, picked: boolean): void => {
    const others = (value.chosen ?? []).filter((item) => item !== order)
    onChange(withChosenOptions(value, picked ? [...others, order] : others))
  }
  return <OptionsList {...props} type="checkbox" onPick={pick} />
}

/**
 * Single choice, which can be cleared. A required question with one option selects it automatically (part 3, point 5).
 */
function RadioControl(props: ControlProps) {
  const { question, value, required, onChange } = props
  const only = question.opciones.length === 1 ? question.opciones[0]?.orden : undefined
  const choose = required && only !== undefined && (value.chosen ?? []).length === 0
  useEffect(() => {
    if (choose && only !== undefined) onChange(withChosenOptions(value, [only]))
    // eslint-disable-next-line react/exhaustive-deps -- runs only when it becomes required; reads the rendered value
  }, [choose, only])
  const mayClear = !(required && only !== undefined)
  return (
    <OptionsList
      {...props}
      type="radio"
      onPick={(order) => onChange(withChosenOptions(value, [order]))}
      onClear={mayClear ? () => onChange(withChosenOptions(value, [])) : undefined}
    />
  )
}

/** An integer. Uses a text input, as number inputs drop invalid text and change when scrolled. */
function IntegerControl(props: ControlProps) {
  return <NumberField {...props} inputMode="numeric" />
}

/** A number with a comma and up to two decimals. */
function DecimalControl(props: ControlProps) {
  return <NumberField {...props} inputMode="decimal" />
}

function NumberField({ inputMode, ...props }: ControlProps & { readonly inputMode: 'numeric' | 'decimal' }) {
  const { text, change, leave } = useTypedText(props)
  return (
    <input
      id={props.id}
      className={`r-field ${styles['short']}`}
      type="text"
      // Negative numbers need the text keyboard, as number pads on phones have no minus key.
      inputMode={'permiteNegativos' in props.question && props.question.permiteNegativos === true ? 'text' : inputMode}
      enterKeyHint="next"
      autoComplete="off"
      value={text}
      aria-describedby={props.describedBy}
      aria-invalid={props.invalid}
      aria-required={props.required}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={leave}
    />
  )
}

/** A link to a page, telephone number or e-mail. Pages open in a new tab, so that the form stays open. */
function LinkControl({ question, id }: ControlProps) {
  const { t } = useLingui()
  const link = 'link' in question ? (question.link ?? '') : ''
  const text =
    'tituloLink' in question && question.tituloLink !== undefined && question.tituloLink !== ''
      ? question.tituloLink
      : link
  const isPage = isWebLink(link)
  if (!isSafeLink(link)) return text === '' ? null : <span id={id}>{text}</span>
  return (
    <a
      id={id}
      className={`r-beside r-target r-accent ${styles['link']}`}
      href={link}
      {...(isPage && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      <span>{text}</span>
      {isPage && (
        <>
          <IconExternalLink size={18} aria-hidden="true" />
          <span className="r-hidden">{t`opens in a new tab`}</span>
        </>
      )}
    </a>
  )
}

/** A heading has no control. The question card shows its text. */
function TitleControl() {
  return null
}

/** Yes or no, as two large tap targets. */
function BooleanControl(props: ControlProps) {
  const { t } = useLingui()
  const { id, value, onChange } = props
  const choices = [
    { answer: true, text: t`Yes` },
    { answer: false, text: t`No` },
  ]
  return (
    <div
      className={`r-grid ${styles['yes-no']}`}
      role="radiogroup"
      aria-labelledby={props.labelledBy}
      aria-describedby={props.describedBy}
      aria-required={props.required}
      aria-invalid={props.invalid}
    >
      {choices.map(({ answer, text }) => {
        const isChosen = value.respuesta === answer
        return (
          <ClearableChoice key={text} onClear={isChosen ? () => onChange(withAnswerValue(value, {})) : undefined}>
            <label className={styles['option']} data-chosen={isChosen} data-clears="true">
              <input
                id={answer ? id : undefined}
                type="radio"
                name={id}
                checked={isChosen}
                onChange={() => onChange(withAnswerValue(value, { respuesta: answer }))}
              />
              <span>{text}</span>
            </label>
          </ClearableChoice>
        )
      })}
    </div>
  )
}

type ClearableChoiceProps = {
  /** clears the choice; missing if this option is not chosen, or must stay chosen */
  readonly onClear: (() => void) | undefined
  /** the option; its label has space at the end for the clear button (`data-clears`) */
  readonly children: ReactNode
}

/** An option of a single choice. The clear button overlays the option, as a separate line would move the page. */
function ClearableChoice({ onClear, children }: ClearableChoiceProps) {
  return (
    <div className="r-anchor">
      {children}
      {onClear !== undefined && (
        <button type="button" className={`r-centred r-round r-accent ${styles['clear']}`} onClick={onClear}>
          <IconX size={20} aria-hidden="true" />
          <span className="r-hidden">
            <Trans>Clear choice</Trans>
          </span>
        </button>
      )}
    </div>
  )
}
