import { memo, useState } from 'react'
import { IconChevronRight } from '@tabler/icons-react'
import { useLingui } from '@lingui/react/macro'
import { unreachable, type Language, visibleText } from '#domain/kernel/index.ts'
import type { EditorSection } from '#domain/templates/index.ts'
import { NAMED_LANGUAGES as NAMES } from '#ui/index.ts'
import { typingKey, type ApplyEdit } from '../../panel.ts'
import { LineField } from '../parts/line-field.tsx'
import parts from '../parts/parts.module.css'
import { isUntranslated, setTranslation, listSectionTexts, type FormText, type TextPlace } from './form-texts.ts'
import styles from './languages.module.css'

type RowsProps = {
  readonly language: Language
  /** ids of the texts to show; null: all */
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
export const SectionTexts = memo(function SectionTexts({ section, number, ...rows }: SectionTextsProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  const texts = listSectionTexts(section, rows.language)
  const shown = filterTexts(texts, rows.only)
  if (shown.length === 0) return null
  const missing = texts.filter(isUntranslated).length
  const heading = visibleText(section.titulo) === '' ? section.conditionalQuestion : section.titulo
  const name = visibleText(heading) === '' ? t`Section ${number}` : heading
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
      {open && <TextRows {...rows} texts={shown} />}
    </details>
  )
})

/** Originals and translations, side by side if there is space. */
export function TextRows({
  texts,
  language,
  only,
  change,
  disabled,
}: RowsProps & { readonly texts: readonly FormText[] }) {
  const kindName = useKind()
  const shown = filterTexts(texts, only)
  if (shown.length === 0) return null
  return (
    <ul className="r-column r-gap-0 r-plain">
      {shown.map(({ id, place, original, translation }) => (
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
              change(typingKey('translation', id, language), (now) => setTranslation(now, place, language, text))
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

function useKind(): (place: TextPlace) => string {
  const { t } = useLingui()
  const formText = { titulo: t`Form title`, descripcion: t`Description`, nombreRespuesta: t`What is sent` }
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
