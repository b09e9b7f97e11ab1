import { useId, useMemo, useState } from 'react'
import { IconCopy, IconListDetails, IconPlus } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { OPTIONS_BEFORE_SEARCH } from '#domain/kernel/index.ts'
import {
  type EditorOption,
  type EditorQuestion,
  optionsAbove,
  findOptions,
  splitOptionTexts,
  updateQuestion,
} from '#domain/templates/index.ts'
import { RenderWhenNear } from '#ui/index.ts'
import { addOptionsTo, pasteOptions } from '../acts/options.ts'
import { Toggle } from '../panels/parts/toggle.tsx'
import { useApplyEdit, useEditor, useEditorStore } from '../store/editor-context.tsx'
import { focusOption } from './focus-option.ts'
import { OptionRow } from './option-row.tsx'
import styles from './options.module.css'

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
    <div className="r-column r-gap-12 r-yields" role="group" aria-label={t`Options`}>
      <p className={`r-note ${styles['title']}`}>
        <Plural value={count} _0="No options yet" one="# option" other="# options" />
      </p>
      {count > 0 && (
        <ol className={`r-column r-gap-4 r-scrolls ${styles['list']}`}>
          {chunks.map((chunk, index) => (
            <RenderWhenNear key={index} height={chunk.length * ROW_HEIGHT} wanted={chunks.length < 3}>
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
            onClick={() => focusOption(addOptionsTo(store, key, ['']))}
          >
            <Trans>Add option</Trans>
          </Button>
          {opciones.every(({ texto }) => texto === '') && <LikeAbove owner={key} />}
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
      {count > OPTIONS_BEFORE_SEARCH && !filtrable && (
        <p className={`r-round ${styles['advice']}`}>
          <Trans>
            With more than {OPTIONS_BEFORE_SEARCH} options, turn on the search box to help people find theirs.
          </Trans>
        </p>
      )}
      <Toggle
        name={t`Search box`}
        more={t`People can search the options`}
        on={filtrable}
        disabled={locks.everything}
        onChange={(on) => change(`filtrable:${key}`, (form) => updateQuestion(form, key, { filtrable: on }))}
      />
    </div>
  )
}

/** Offers to copy the options of the question above, while this question has no typed options. */
function LikeAbove({ owner }: { readonly owner: string }) {
  const store = useEditorStore()
  const form = useEditor((state) => state.form)
  const above = useMemo(() => optionsAbove(form, owner), [form, owner])
  if (above === undefined) return null
  const take = (): void => {
    const [first] = findOptions(form, owner)
    const last =
      first === undefined ? addOptionsTo(store, owner, above.texts) : pasteOptions(store, owner, first.key, above.texts)
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
  const add = (): void => {
    const last = opciones.at(-1)
    if (last?.texto === '') pasteOptions(store, owner, last.key, texts)
    else addOptionsTo(store, owner, texts)
    onDone()
  }
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
        <Button disabled={texts.length === 0} onClick={add}>
          <Plural value={texts.length} _0="Add" one="Add # option" other="Add # options" />
        </Button>
        <Button variant="default" onClick={onDone}>
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
