import { useId, useMemo, useState, memo, useCallback, useRef, type ClipboardEvent, type KeyboardEvent } from 'react'
import { IconCopy, IconListDetails, IconPlus, IconTrash } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { MAX_OPTIONS_WITHOUT_SEARCH, MAX_TITLE_LENGTH } from '#domain/kernel/index.ts'
import {
  findOptionsAbove,
  findOptions,
  splitOptionTexts,
  updateQuestion,
  updateOption,
  type EditorOption,
  type EditorQuestion,
} from '#domain/templates/index.ts'
import { RenderWhenNear } from '#ui/index.ts'
import { insertOptions, pasteOptions, replaceEmptyOptionWithQuestion, removeOptionFrom } from '../actions/options.ts'
import { getPartElementId } from '../element-ids.ts'
import { DragHandle } from '../order/drag-handle.tsx'
import { useDrag } from '../order/use-drag.ts'
import { useMoves } from '../order/use-moves.ts'
import { buildTypingKey } from '../panel.ts'
import { MoneyField } from '../panels/parts/money-field.tsx'
import { SwitchField } from '../panels/parts/toggle.tsx'
import { ProblemText } from '../sections/problem-text.tsx'
import { usePartProblems } from '../sections/use-part-problems.ts'
import { useApplyEdit, useEditor, useEditorStore } from '../store/editor-context.tsx'
import { useFormCurrency } from '../use-form-currency.ts'
import { focusOption } from './focus-option.ts'
import { useTypedOptions } from './use-typed-options.ts'
import styles from './options.module.css'

type OptionRowProps = { readonly owner: string; readonly option: EditorOption; readonly index: number }

/**
 * An option. Enter adds an option or, in an empty last option, a question. Backspace removes an empty option. Pasted
 * lines become options. Alt with an arrow key moves the option.
 */
const OptionRow = memo(function OptionRow({ owner, option, index }: OptionRowProps) {
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
    change(buildTypingKey(key, 'texto'), (form) => updateOption(form, owner, key, { texto: text }))

  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      moves.by(part, event.key === 'ArrowUp' ? -1 : 1)
      focusOption(key)
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      if (!replaceEmptyOptionWithQuestion(store, owner, key)) focusOption(insertOptions(store, owner, [''], index + 1))
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
  const problemId = `${getPartElementId(key)}-problem`
  return (
    <li ref={row} className={`r-line r-gap-4 r-top r-anchor ${styles['row']}`}>
      <DragHandle part={part} name={name} button={handle} locked={locks.structure} />
      <div className={`r-yields r-grow ${styles['field']}`}>
        <input
          id={getPartElementId(key, 'texto')}
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
            id={getPartElementId(key, 'precio')}
            label={t`Price of: ${name}`}
            hiddenLabel
            placeholder={t({ message: 'Price', context: 'of an option' })}
            value={precio}
            currency={currency}
            disabled={locks.sale}
            onChange={(cents) =>
              change(buildTypingKey(key, 'precio'), (form) =>
                updateOption(form, owner, key, { precio: cents === 0 ? undefined : cents }),
              )
            }
          />
        </div>
      )}
      <button
        type="button"
        className={`r-centred r-square r-fixed r-round ${styles['remove']}`}
        aria-label={t`Delete the option ${name}`}
        disabled={locks.structure}
        onClick={() => focusOption(removeOptionFrom(store, owner, key))}
      >
        <IconTrash size={20} aria-hidden="true" />
      </button>
    </li>
  )
})

/** CHUNK: number of options rendered together. ROW_HEIGHT: height of an option in pixels. */
const CHUNK = 40
const ROW_HEIGHT = 52

/** The options of a question: typed one at a time or pasted as lines. */
export function OptionsEditor({ question }: { readonly question: EditorQuestion }) {
  const { t } = useLingui()
  const store = useEditorStore()
  const change = useApplyEdit()
  const locks = useEditor((state) => state.locks)
  const { key, opciones, filtrable } = question
  const count = opciones.length
  const [several, setSeveral] = useState(false)
  const chunks = useMemo(() => splitIntoChunks(opciones), [opciones])
  return (
    <div
      id={getPartElementId(key, 'opciones')}
      className="r-column r-gap-12 r-yields"
      role="group"
      aria-label={t`Options`}
    >
      <p className={`r-note ${styles['title']}`}>
        <Plural value={count} _0="No options yet" one="# option" other="# options" />
      </p>
      {count > 0 && (
        <ol className={`r-column r-gap-4 r-scrolls ${styles['list']}`} data-locked={locks.structure}>
          {chunks.map((chunk, index) => (
            <RenderWhenNear key={index} height={chunk.length * ROW_HEIGHT} isWanted={chunks.length < 3}>
              {() =>
                chunk.map((option, place) => (
                  <OptionRow key={option.key} owner={key} option={option} index={index * CHUNK + place} />
                ))
              }
            </RenderWhenNear>
          ))}
        </ol>
      )}
      {!locks.structure && (
        <div className="r-row">
          <Button
            variant="default"
            leftSection={<IconPlus size={20} aria-hidden="true" />}
            onClick={() => focusOption(insertOptions(store, key, ['']))}
          >
            <Trans>Add option</Trans>
          </Button>
          {opciones.every(({ texto }) => texto === '') && <CopyOptionsAbove owner={key} />}
          <Button
            variant="subtle"
            leftSection={<IconListDetails size={20} aria-hidden="true" />}
            aria-expanded={several}
            onClick={() => setSeveral(!several)}
          >
            <Trans>Add several</Trans>
          </Button>
        </div>
      )}
      {several && !locks.structure && <PasteOptions question={question} onDone={() => setSeveral(false)} />}
      {count > MAX_OPTIONS_WITHOUT_SEARCH && !filtrable && (
        <p className={`r-round ${styles['advice']}`}>
          <Trans>
            With more than {MAX_OPTIONS_WITHOUT_SEARCH} options, turn on the search box to help people find theirs.
          </Trans>
        </p>
      )}
      <SwitchField
        name={t`Search box`}
        more={t`People can search the options.`}
        on={filtrable}
        disabled={locks.everything}
        onChange={(on) => change(`filtrable:${key}`, (form) => updateQuestion(form, key, { filtrable: on }))}
      />
    </div>
  )
}

/** Offers to copy the options of the question above, while this question has no typed options. */
function CopyOptionsAbove({ owner }: { readonly owner: string }) {
  const store = useEditorStore()
  const form = useEditor((state) => state.form)
  const above = useMemo(() => findOptionsAbove(form, owner), [form, owner])
  if (above === undefined) return null
  const take = (): void => {
    const [first] = findOptions(form, owner)
    const last =
      first === undefined
        ? insertOptions(store, owner, above.texts)
        : pasteOptions(store, owner, first.key, above.texts)
    focusOption(last)
  }
  return (
    <Button variant="subtle" leftSection={<IconCopy size={20} aria-hidden="true" />} onClick={take}>
      {above.title === '' ? (
        <Trans>Copy from the question above</Trans>
      ) : (
        <Trans comment="the options of another question, which has this title">Copy from: {above.title}</Trans>
      )}
    </Button>
  )
}

/** A text field for a whole list, one option per line. */
function PasteOptions({
  question: { key: owner, opciones },
  onDone,
}: {
  readonly question: EditorQuestion
  readonly onDone: () => void
}) {
  const store = useEditorStore()
  const id = useId()
  const [text, setText] = useState('')
  const texts = splitOptionTexts(text)
  const { add, discard } = useTypedOptions(texts, () => {
    const last = opciones.at(-1)
    if (last?.texto === '') pasteOptions(store, owner, last.key, texts)
    else insertOptions(store, owner, texts)
    setText('')
  })
  return (
    <div className="r-column">
      <label htmlFor={id}>
        <Trans>One option per line</Trans>
      </label>
      <textarea
        id={id}
        className="r-field"
        rows={6}
        value={text}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by the user
        autoFocus
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className="r-row">
        <Button
          disabled={texts.length === 0}
          onClick={() => {
            add()
            onDone()
          }}
        >
          <Plural value={texts.length} _0="Add" one="Add # option" other="Add # options" />
        </Button>
        <Button
          variant="default"
          onClick={() => {
            discard()
            onDone()
          }}
        >
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </div>
  )
}

function splitIntoChunks(options: readonly EditorOption[]): readonly (readonly EditorOption[])[] {
  return Array.from({ length: Math.ceil(options.length / CHUNK) }, (_, index) =>
    options.slice(index * CHUNK, (index + 1) * CHUNK),
  )
}
