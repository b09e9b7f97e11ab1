import { type ClipboardEvent, type KeyboardEvent, memo, useCallback, useRef } from 'react'
import { IconTrash } from '@tabler/icons-react'
import { useLingui } from '@lingui/react/macro'
import { MAX_TITLE_LENGTH } from '#domain/kernel/index.ts'
import { type EditorOption, splitOptionTexts, updateOption } from '#domain/templates/index.ts'
import { addOptionsTo, leaveOptions, pasteOptions, removeOptionFrom } from '../acts/options.ts'
import { partId } from '../element-ids.ts'
import { Handle } from '../order/handle.tsx'
import { useDrag } from '../order/use-drag.ts'
import { useMoves } from '../order/use-moves.ts'
import { typingKey } from '../panel.ts'
import { MoneyField } from '../panels/parts/money-field.tsx'
import { ProblemText } from '../sections/problem-text.tsx'
import { usePartProblems } from '../sections/use-problems-of.ts'
import { useApplyEdit, useEditor, useEditorStore } from '../store/editor-context.tsx'
import { useFormCurrency } from '../use-form-currency.ts'
import { focusOption } from './focus-option.ts'
import styles from './options.module.css'

type OptionRowProps = { readonly owner: string; readonly option: EditorOption; readonly index: number }

/**
 * An option. Enter adds an option or, in an empty last option, a question. Backspace removes an empty option. Pasted
 * lines become options. Alt with an arrow key moves the option.
 */
export const OptionRow = memo(function OptionRow({ owner, option, index }: OptionRowProps) {
  const { t } = useLingui()
  const store = useEditorStore()
  const change = useApplyEdit()
  const moves = useMoves()
  const locks = useEditor((state) => state.locks)
  const problems = usePartProblems(option.key)
  const row = useRef<HTMLLIElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const { isPaid, currency } = useFormCurrency()
  const { key, texto, precio = 0 } = option
  const part = { kind: 'option', key, owner } as const
  const number = index + 1
  const name = texto === '' ? t`Option ${number}` : texto
  useDrag(part, { card: row, handle, name: useCallback(() => name, [name]), locked: locks.structure })
  const set = (text: string): void =>
    change(typingKey(key, 'texto'), (form) => updateOption(form, owner, key, { texto: text }))

  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      moves.by(part, event.key === 'ArrowUp' ? -1 : 1)
      focusOption(key)
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      if (!leaveOptions(store, owner, key)) focusOption(addOptionsTo(store, owner, [''], index + 1))
    } else if (event.key === 'Backspace' && texto === '') {
      event.preventDefault()
      focusOption(removeOptionFrom(store, owner, key))
    }
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const lines = splitOptionTexts(event.clipboardData.getData('text/plain'))
    if (lines.length < 2 || locks.structure) return
    event.preventDefault()
    focusOption(pasteOptions(store, owner, key, lines))
  }
  const problemId = `${partId(key)}-problem`
  return (
    <li ref={row} className={`r-line r-gap-4 r-top r-anchor ${styles['row']}`}>
      <Handle part={part} name={name} button={handle} locked={locks.structure} />
      <div className={`r-yields r-grow ${styles['field']}`}>
        <input
          id={partId(key, 'texto')}
          className="r-field"
          aria-label={t`Text of option ${number}`}
          aria-invalid={problems.length > 0}
          aria-describedby={problems.length > 0 ? problemId : undefined}
          autoComplete="off"
          value={texto}
          maxLength={MAX_TITLE_LENGTH}
          readOnly={locks.everything}
          onChange={(event) => set(event.currentTarget.value)}
          onKeyDown={press}
          onPaste={paste}
          onBlur={() => {
            const trimmed = texto.trim()
            if (trimmed !== texto) set(trimmed)
          }}
        />
        <ProblemText id={problemId} problems={problems} />
      </div>
      {isPaid && (
        <div className={`r-fixed ${styles['price']}`}>
          <MoneyField
            id={partId(key, 'precio')}
            label={t`Price of: ${name}`}
            hiddenLabel
            placeholder={t({ message: 'Price', context: 'of an option' })}
            value={precio}
            currency={currency}
            disabled={locks.sale}
            onChange={(cents) =>
              change(typingKey(key, 'precio'), (form) =>
                updateOption(form, owner, key, { precio: cents === 0 ? undefined : cents }),
              )
            }
          />
        </div>
      )}
      <button
        type="button"
        className={`r-centred r-square r-fixed r-round ${styles['remove']}`}
        aria-label={t`Delete option: ${name}`}
        disabled={locks.structure}
        onClick={() => focusOption(removeOptionFrom(store, owner, key))}
      >
        <IconTrash size={20} aria-hidden="true" />
      </button>
    </li>
  )
})
