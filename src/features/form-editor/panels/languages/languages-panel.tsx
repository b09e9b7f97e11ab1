import { useState } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { LANGUAGES, type Language } from '#domain/kernel/index.ts'
import { fieldId } from '../../element-ids.ts'
import type { Change, PanelProps } from '../../panel.ts'
import { useEditor } from '../../store/editor-context.tsx'
import { OneOf } from '../parts/choices.tsx'
import { Fold } from '../parts/panel.tsx'
import { useLanguageName } from '../../words/use-language-name.ts'
import { Toggle } from '../parts/toggle.tsx'
import { isMissing, textsOfForm, textsOfSection } from './form-texts.ts'
import { SectionTexts, TextRows } from './section-texts.tsx'

/** The form's texts, each with its translation. */
export function LanguagesPanel({ change, locks }: PanelProps) {
  const { t } = useLingui()
  return (
    <Fold
      title={t`Other languages`}
      id={`${fieldId('titulo')}-languages`}
      note={
        <Trans>
          People who use Relevo in one of these languages see the translated form. Texts without a translation are shown
          in the original language.
        </Trans>
      }
    >
      <Translations change={change} disabled={locks.everything} />
    </Fold>
  )
}

/** Reads the form from the store, as the panel's `form` is not updated on changes inside sections. */
function Translations({ change, disabled }: { readonly change: Change; readonly disabled: boolean }) {
  const { t } = useLingui()
  const form = useEditor((state) => state.form)
  const nameOf = useLanguageName()
  const [language, setLanguage] = useState<Language>('en')
  // Texts without translation when the filter was switched on, so that rows do not disappear while typing.
  const [only, setOnly] = useState<ReadonlySet<string> | null>(null)
  const texts = [
    ...textsOfForm(form, language),
    ...form.secciones.flatMap((section) => textsOfSection(section, language)),
  ]
  const total = texts.length
  const done = total - texts.filter(isMissing).length
  const missingIn = (chosen: Language): ReadonlySet<string> => {
    const all = [...textsOfForm(form, chosen), ...form.secciones.flatMap((section) => textsOfSection(section, chosen))]
    return new Set(all.filter(isMissing).map(({ id }) => id))
  }
  const rows = { language, only, change, disabled }
  return (
    <>
      <OneOf
        label={t({ message: 'Language', context: 'of a form' })}
        value={language}
        choices={LANGUAGES.map((code) => ({ value: code, text: nameOf(code) }))}
        onChange={(chosen) => {
          setLanguage(chosen)
          setOnly((before) => (before === null ? null : missingIn(chosen)))
        }}
      />
      <p role="status" className="r-figures">
        {total === 0 ? t`There is nothing to translate yet.` : t`${done} of ${total} texts are translated.`}
      </p>
      <Toggle
        name={t`Only missing texts`}
        on={only !== null}
        onChange={(on) => setOnly(on ? missingIn(language) : null)}
      />
      {only?.size === 0 && <p>{t`All texts are translated into this language.`}</p>}
      <TextRows {...rows} texts={textsOfForm(form, language)} />
      <div className="r-column r-gap-0">
        {form.secciones.map((section, index) => (
          <SectionTexts key={section.key} {...rows} section={section} number={index + 1} />
        ))}
      </div>
    </>
  )
}
