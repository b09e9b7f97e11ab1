import { useState } from 'react'
import { IconSearch } from '@tabler/icons-react'
import { useLingui } from '@lingui/react/macro'
import { fitSideBySide, hasOptionSearch, optionText } from '#domain/questions/index.ts'
import { useForeignTag } from '../form/form-context.ts'
import { ClearableChoice } from './choice.tsx'
import type { ControlProps } from './control.ts'
import '#ui/theme/fields.css'
import styles from './controls.module.css'

/**
 * Maximum options that a list with a search box shows without scrolling: the tap targets that fit its height. Lists
 * without a search box never scroll, as nested scrolling would hide options.
 */
const OPTIONS_WITHOUT_SCROLLING = 5

type OptionsListProps = ControlProps & {
  readonly type: 'checkbox' | 'radio'
  readonly onPick: (order: number, picked: boolean) => void
  /** clears a single choice; missing: multiple choice, or a choice is required */
  readonly onClear?: (() => void) | undefined
}

/**
 * Options, with a search box if the question has the filter flag or more than ten options (part 3, point 5). Chosen
 * options are always shown.
 */
export function OptionsList({ type, onPick, onClear, ...props }: OptionsListProps) {
  const { t } = useLingui()
  const [wanted, setWanted] = useState('')
  const { asked, value, id, language } = props
  const searchable = hasOptionSearch(asked)
  const chosen = new Set(value.chosen ?? [])
  const foreignTagFor = useForeignTag()
  const options = asked.opciones.map((option) => ({
    order: option.orden,
    text: optionText(option, language),
    tag: foreignTagFor(option, 'texto'),
  }))
  const shown =
    wanted === ''
      ? options
      : options.filter(({ order, text }) => chosen.has(order) || withoutAccents(text).includes(withoutAccents(wanted)))
  return (
    <div className="r-column">
      {searchable && (
        <span className="r-search">
          <IconSearch size={18} aria-hidden="true" />
          <input
            type="search"
            value={wanted}
            placeholder={t`Search`}
            aria-label={t`Search options`}
            onChange={(event) => setWanted(event.currentTarget.value)}
          />
        </span>
      )}
      <div
        className={`r-column r-gap-4 ${styles['option-list']}`}
        data-long={searchable && options.length > OPTIONS_WITHOUT_SCROLLING}
        data-side-by-side={fitSideBySide(asked)}
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
        {shown.length === 0 && <p className={`r-soft ${styles['nothing']}`}>{t`No options match.`}</p>}
      </div>
    </div>
  )
}

/** Normalizes text for searching: no accents, lower case. */
function withoutAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
