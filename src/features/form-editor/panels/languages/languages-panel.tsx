import { useState } from 'react'
import { Stack } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { LANGUAGES, type Language } from '#domain/kernel/index.ts'
import { fieldId } from '../../element-ids.ts'
import type { ApplyEdit, PanelProps } from '../../panel.ts'
import { useEditor } from '../../store/editor-context.tsx'
import { SingleChoice } from '../parts/choices.tsx'
import { FoldedPanel } from '../parts/panel.tsx'
import { useLanguageName } from '../../words/use-language-name.ts'
import { Toggle } from '../parts/toggle.tsx'
import { isUntranslated, listFormTexts, listSectionTexts } from './form-texts.ts'
import { SectionTexts, TextRows } from './section-texts.tsx'

/** The form's texts, each with its translation. */
export function LanguagesPanel({ change, locks }: PanelProps) {
  const { t } = useLingui()
  return (
    <FoldedPanel
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
    </FoldedPanel>
  )
}

/** Reads the form from the store, as the panel's `form` is not updated on changes inside sections. */
function Translations({ change, disabled }: { readonly change: ApplyEdit; readonly disabled: boolean }) {
  const { t } = useLingui()
  const form = useEditor((state) => state.form)
  const languageName = useLanguageName()
  const [language, setLanguage] = useState<Language>('en')
  // Texts without translation when the filter was switched on, so that rows do not disappear while typing.
  const [only, setOnly] = useState<ReadonlySet<string> | null>(null)
  const texts = [
    ...listFormTexts(form, language),
    ...form.secciones.flatMap((section) => listSectionTexts(section, language)),
  ]
  const total = texts.length
  const done = total - texts.filter(isUntranslated).length
  const missingIn = (chosen: Language): ReadonlySet<string> => {
    const all = [
      ...listFormTexts(form, chosen),
      ...form.secciones.flatMap((section) => listSectionTexts(section, chosen)),
    ]
    return new Set(all.filter(isUntranslated).map(({ id }) => id))
  }
  const rows = { language, only, change, disabled }
  return (
    <>
      <SingleChoice
        label={t({ message: 'Language', context: 'of a form' })}
        value={language}
        choices={LANGUAGES.map((code) => ({ value: code, text: languageName(code) }))}
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
      <TextRows {...rows} texts={listFormTexts(form, language)} />
      <Stack gap={0}>
        {form.secciones.map((section, index) => (
          <SectionTexts key={section.key} {...rows} section={section} number={index + 1} />
        ))}
      </Stack>
    </>
  )
}
