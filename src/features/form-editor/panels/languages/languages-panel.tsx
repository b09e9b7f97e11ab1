import { IconChevronRight } from '@tabler/icons-react'
import { useState, memo } from 'react'
import { Stack } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { DEFAULT_LANGUAGE, LANGUAGES, unreachable, getVisibleText, type Language } from '#domain/kernel/index.ts'
import { getOriginalLanguage, type EditorSection } from '#domain/templates/index.ts'
import { NAMED_LANGUAGES as NAMES } from '#ui/index.ts'
import { getFieldElementId } from '../../element-ids.ts'
import { buildTypingKey, type ApplyEdit, type PanelProps } from '../../panel.ts'
import { useEditor, useEditorStore } from '../../store/editor-context.tsx'
import { SingleChoice } from '../parts/choices.tsx'
import { LineField } from '../parts/line-field.tsx'
import { FoldedPanel } from '../parts/panel.tsx'
import { useLanguageName } from '../../messages/use-language-name.ts'
import { SwitchField } from '../parts/toggle.tsx'
import {
  isUntranslated,
  listFormTexts,
  listSectionTexts,
  setTranslation,
  type FormText,
  type TextPlace,
} from './form-texts.ts'
import parts from '../parts/parts.module.css'
import styles from './languages.module.css'

type RowsProps = {
  readonly language: Language
  /** ids of the texts to show; null for all texts */
  readonly only: ReadonlySet<string> | null
  readonly change: ApplyEdit
  readonly disabled: boolean
}

type SectionTextsProps = RowsProps & {
  readonly section: EditorSection
  /** counted from 1 */
  readonly number: number
}

/** A collapsible section with its number of missing translations. Rows are rendered only while it is open. */
const SectionTexts = memo(function SectionTexts({ section, number, ...rows }: SectionTextsProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const texts = listSectionTexts(section, rows.language)
  const shownTexts = filterTexts(texts, rows.only)
  if (shownTexts.length === 0) return null
  const missing = texts.filter(isUntranslated).length
  const heading = getVisibleText(section.titulo) === '' ? section.conditionalQuestion : section.titulo
  const name = getVisibleText(heading) === '' ? t`Section ${number}` : heading
  return (
    <details
      className={`${parts['fold'] ?? ''} ${styles['section'] ?? ''}`}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <IconChevronRight size={20} aria-hidden="true" />
        <strong className="r-yields r-breaks r-grow">{name}</strong>
        <span className="r-figures">
          {missing === 0 ? t({ message: 'Complete', context: 'translation' }) : t`${missing} missing`}
        </span>
      </summary>
      {open && <TextRows {...rows} texts={shownTexts} />}
    </details>
  )
})

/** Originals and translations, side by side if there is space. */
function TextRows({ texts, language, only, change, disabled }: RowsProps & { readonly texts: readonly FormText[] }) {
  const kindName = usePlaceKindFormatter()
  const shownTexts = filterTexts(texts, only)
  if (shownTexts.length === 0) return null
  return (
    <ul className="r-column r-gap-0 r-plain">
      {shownTexts.map(({ id, place, original, translation }) => (
        <li key={id} className={`r-grid r-gap-4 r-gap-x-16 r-top ${styles['row']}`} data-kind={place.kind}>
          <div className="r-column r-gap-0 r-yields r-breaks">
            <span className="r-soft r-small">{kindName(place)}</span>
            <span>{original}</span>
          </div>
          <LineField
            label={`${kindName(place)}: ${original}`}
            hiddenLabel
            lang={NAMES[language].tag}
            value={translation}
            maxLength={MAX_LENGTH}
            long
            disabled={disabled}
            onChange={(text) =>
              change(buildTypingKey('translation', id, language), (now) => setTranslation(now, place, language, text))
            }
          />
        </li>
      ))}
    </ul>
  )
}

/** Maximum length, as in the schema of translations. */
const MAX_LENGTH = 20_000

function filterTexts(texts: readonly FormText[], only: ReadonlySet<string> | null): readonly FormText[] {
  return only === null ? texts : texts.filter(({ id }) => only.has(id))
}

function usePlaceKindFormatter(): (place: TextPlace) => string {
  const { t } = useLingui()
  const formText = {
    titulo: t`Form title`,
    descripcion: t`Description`,
    nombreRespuesta: t`What is sent`,
    textoEmergencia: t`Emergency text`,
  }
  const sectionText = {
    titulo: t`Section title`,
    conditionalQuestion: t`Conditional question`,
    descripcion: t`Description of the section`,
    nombreFila: t`Name of each repetition`,
  }
  return (place) => {
    switch (place.kind) {
      case 'form':
        return formText[place.field]
      case 'state':
        return t({ message: 'State', context: 'of answers' })
      case 'signature':
        return t`Signature label`
      case 'section':
        return sectionText[place.field]
      case 'condition':
        return t({ message: 'Condition', context: 'of a section' })
      case 'question':
        return place.field === 'titulo' ? t({ message: 'Question', context: 'of a form' }) : t`Help text`
      case 'option':
        return t({ message: 'Option', context: 'of a question' })
      default:
        return unreachable(place)
    }
  }
}

/** The form's texts, each with its translation. */
export function LanguagesPanel({ change, locks }: PanelProps) {
  const { t } = useLingui()
  return (
    <FoldedPanel
      title={t`Other languages`}
      id={getFieldElementId(`tituloAlternativeLanguage_${DEFAULT_LANGUAGE}`)}
      note={
        <Trans>
          People who use Relevo in one of these languages see the translated form. Texts without a translation are shown
          in the original language.
        </Trans>
      }
    >
      <Translations change={change} disabled={locks.everything} />
    </FoldedPanel>
  )
}

/** Reads the form from the store, as the panel's `form` is not updated on changes inside sections. */
function Translations({ change, disabled }: { readonly change: ApplyEdit; readonly disabled: boolean }) {
  const { t } = useLingui()
  const store = useEditorStore()
  const form = useEditor((state) => state.form)
  const language = useEditor((state) => state.translating)
  const languageName = useLanguageName()
  const original = getOriginalLanguage(form)
  // Ids of the texts that had no translation when the filter was switched on, so that rows do not disappear while
  // typing.
  const [only, setFilteredKeys] = useState<ReadonlySet<string> | null>(null)
  const texts = [
    ...listFormTexts(form, language),
    ...form.secciones.flatMap((section) => listSectionTexts(section, language)),
  ]
  const total = texts.length
  const done = total - texts.filter(isUntranslated).length
  const findMissing = (chosen: Language): ReadonlySet<string> => {
    const all = [
      ...listFormTexts(form, chosen),
      ...form.secciones.flatMap((section) => listSectionTexts(section, chosen)),
    ]
    return new Set(all.filter(isUntranslated).map(({ id }) => id))
  }
  const rows = { language, only, change, disabled }
  return (
    <>
      {original !== undefined && (
        <p>
          <Trans>
            The form itself is taken to be in the language of its country: <strong>{languageName(original)}</strong>
          </Trans>
        </p>
      )}
      <SingleChoice
        label={t({ message: 'Language', context: 'of a form' })}
        value={language}
        choices={LANGUAGES.toSorted((a, b) => Number(a === original) - Number(b === original)).map((code) => ({
          value: code,
          text: code === original ? t`${languageName(code)} (original)` : languageName(code),
        }))}
        onChange={(chosen) => {
          store.state.setState({ translating: chosen })
          setFilteredKeys((before) => (before === null ? null : findMissing(chosen)))
        }}
      />
      <p role="status" className="r-figures">
        {total === 0 ? t`There is nothing to translate yet.` : t`Translated: ${done} of ${total} texts.`}
      </p>
      <SwitchField
        name={t`Only missing texts`}
        on={only !== null}
        onChange={(on) => setFilteredKeys(on ? findMissing(language) : null)}
      />
      {only?.size === 0 && <p>{t`All texts are translated into this language.`}</p>}
      <TextRows {...rows} texts={listFormTexts(form, language)} />
      <Stack gap={0}>
        {form.secciones.map((section, index) => (
          <SectionTexts key={section.key} {...rows} section={section} number={index + 1} />
        ))}
      </Stack>
    </>
  )
}
