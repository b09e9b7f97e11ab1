import { getVisibleText } from '#domain/kernel/index.ts'
import { useDeferredValue, useId, useState } from 'react'
import { IconAdjustments, IconArrowUp, IconSearch } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { matchesSearch } from '#domain/search/index.ts'
import { walkQuestions, type EditorQuestion, type EditorForm } from '#domain/templates/index.ts'
import { useEditor, useEditorStore } from '../store/editor-context.tsx'
import { revealPart, setFolded, setEditorView } from '../store/editor-store.ts'
import styles from './find.module.css'

/** A search result. `section` is the number of its section, counted from 1. */
type FoundPart = {
  readonly key: string
  readonly kind: 'section' | 'condition' | 'question'
  readonly text: string
  readonly section: number
}

/** Maximum results shown. Users type more to narrow the search. */
export const MAX_FOUND_PARTS = 50

/**
 * Searches all texts of a form, ignoring accents and case.
 * @returns the first results (sections with their conditions, then questions), and the total
 */
export function searchFormTexts(
  form: EditorForm,
  typed: string,
): { readonly found: readonly FoundPart[]; readonly total: number } {
  const parts: FoundPart[] = []
  let total = 0
  const add = (part: FoundPart): void => {
    total += 1
    if (parts.length < MAX_FOUND_PARTS) parts.push(part)
  }
  form.secciones.forEach(({ key, titulo, descripcion, nombreFila = '', conditionalQuestion, conditions }, index) => {
    if ([titulo, descripcion, nombreFila, conditionalQuestion].some((text) => matchesSearch(text, typed)))
      add({ key, kind: 'section', text: titulo, section: index + 1 })
    for (const { key: conditionKey, condition } of conditions) {
      if (matchesSearch(condition, typed))
        add({ key: conditionKey, kind: 'condition', text: condition, section: index + 1 })
    }
  })
  for (const { found: question, section } of walkQuestions(form)) {
    if (listSearchableTexts(question).some((text) => matchesSearch(text, typed))) {
      add({ key: question.key, kind: 'question', text: question.titulo, section: section + 1 })
    }
  }
  return { found: parts, total }
}

function listSearchableTexts({
  titulo,
  ayuda = '',
  opciones,
  tituloLink = '',
  combinedQuestions = [],
}: EditorQuestion): readonly string[] {
  const blocks = combinedQuestions.map((block) => {
    if (block.type === 'text') return block.content
    return block.type === 'input' ? block.name : ''
  })
  return [titulo, ayuda, tituloLink, ...opciones.map(({ texto }) => texto), ...blocks]
}

type OutlineProps = {
  /** called on a jump; closes the outline if it is a dialog */
  readonly onJump?: () => void
}

/** Lists all sections as jump targets, and searches all texts of the form. */
export function Outline({ onJump = () => {} }: OutlineProps) {
  const { t } = useLingui()
  const store = useEditorStore()
  const id = useId()
  const [typed, setTyped] = useState('')
  // Deferred, so that rendering the outline does not slow down typing.
  const form = useDeferredValue(useEditor((state) => state.form))
  const deferredText = useDeferredValue(typed.trim())
  const jump = (key: string): void => {
    onJump()
    setFolded(store, key, false)
    requestAnimationFrame(() => revealPart(store, key, 'field'))
  }
  return (
    <nav className={`r-column ${styles['outline']}`} aria-label={t`Outline`}>
      <label className="r-hidden" htmlFor={id}>
        <Trans>Search in the form</Trans>
      </label>
      <span className="r-search">
        <IconSearch size={20} aria-hidden="true" />
        <input
          id={id}
          type="search"
          data-outline-search=""
          data-autofocus=""
          placeholder={t`Search in the form`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            const [first] =
              event.key === 'Enter' ? searchFormTexts(store.state.getState().form, typed.trim()).found : []
            if (first !== undefined && getVisibleText(typed) !== '') jump(first.key)
          }}
        />
      </span>
      {deferredText === '' ? (
        <Sections sections={form.secciones} onJump={jump} />
      ) : (
        <Results form={form} typed={deferredText} onJump={jump} />
      )}
      <button
        type="button"
        className={styles['entry']}
        onClick={() => {
          onJump()
          setEditorView(store, 'settings')
        }}
      >
        <IconAdjustments size={18} aria-hidden="true" />
        <Trans>Form settings</Trans>
      </button>
      <button
        type="button"
        className={styles['entry']}
        onClick={() => {
          onJump()
          requestAnimationFrame(() => scrollTo({ top: 0 }))
        }}
      >
        <IconArrowUp size={18} aria-hidden="true" />
        <Trans>Back to top</Trans>
      </button>
    </nav>
  )
}

type Form = Parameters<typeof searchFormTexts>[0]

function Sections({
  sections,
  onJump,
}: {
  readonly sections: Form['secciones']
  readonly onJump: (key: string) => void
}) {
  const { t } = useLingui()
  return (
    <ol className={`r-plain r-grow r-scrolls ${styles['list']}`}>
      {sections.map(({ key, titulo, preguntas, conditions }, index) => {
        const number = index + 1
        const count = preguntas.length + conditions.reduce((sum, { questions }) => sum + questions.length, 0)
        return (
          <li key={key}>
            <button type="button" className={styles['entry']} onClick={() => onJump(key)}>
              <span className={styles['number']}>{number}</span>
              <span className={`r-yields r-grow r-breaks ${styles['text']}`}>
                {titulo === '' ? t`Section ${number}` : titulo}
              </span>
              <span className={styles['count']}>{count}</span>
            </button>
          </li>
        )
      })}
    </ol>
  )
}

function Results({
  form,
  typed,
  onJump,
}: {
  readonly form: Form
  readonly typed: string
  readonly onJump: (key: string) => void
}) {
  const { t } = useLingui()
  const { found, total } = searchFormTexts(form, typed)
  const untitled = ({ kind, section }: Pick<FoundPart, 'kind' | 'section'>): string =>
    kind === 'section' ? t`Section ${section}` : t`Question without a title`
  return (
    <>
      <p className="r-soft r-note" role="status">
        <Plural value={total} _0="No results" one="# result" other="# results" />
        {total > MAX_FOUND_PARTS && (
          <>
            {' · '}
            <Trans>showing the first {MAX_FOUND_PARTS}</Trans>
          </>
        )}
      </p>
      <ul className={`r-plain r-grow r-scrolls ${styles['list']}`}>
        {found.map(({ key, text, section, kind }) => (
          <li key={key}>
            <button type="button" className={styles['entry']} onClick={() => onJump(key)}>
              <span className={styles['number']}>{section}</span>
              <span className={`r-yields r-grow r-breaks ${styles['text']}`}>
                {text === '' ? untitled({ kind, section }) : text}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
