import { useLingui } from '@lingui/react'
import { paperMessages } from '#documents/pdf/index.ts'
import { paperOf, type Paper } from '#domain/paper/index.ts'
import { municipalityOfForm } from '#domain/templates/index.ts'
import { useFormats, useProfile } from '#ui/index.ts'
import type { ShownAnswer } from '../use-answer.ts'

/** The content of a PDF or print in the current language, with the settings of the form and the municipality. */
export function usePaper({ answer, version, changes, isUnsent }: ShownAnswer): Paper {
  const { i18n } = useLingui()
  const { dateTime } = useFormats()
  const profile = useProfile()
  const municipality = profile === null ? undefined : municipalityOfForm(profile, answer.areas)
  return paperOf(answer, version?.pdfSettings, {
    words: paperMessages(i18n),
    language: i18n.locale,
    dateTime,
    codeHidden: municipality?.codeHidden === true,
    electronicSignatureHidden: municipality?.electronicSignatureHidden === true,
    home: location.origin,
    isUnsent,
    changesWait: changes.some(({ state }) => state.kind !== 'quarantined'),
  })
}
