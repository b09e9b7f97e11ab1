import { useLingui } from '@lingui/react'
import { buildPdfMessages } from '#documents/pdf/index.ts'
import { buildAnswerPdf, type PdfContent } from '#domain/pdf/index.ts'
import { findFormMunicipality } from '#domain/templates/index.ts'
import { useFormats, useProfile } from '#ui/index.ts'
import type { ShownAnswer } from '../use-answer.ts'

/** The content of a PDF or print in the current language, with the settings of the form and the municipality. */
export function useAnswerDocument({ answer, version, changes, isUnsent }: ShownAnswer): PdfContent {
  const { i18n } = useLingui()
  const { dateTime } = useFormats()
  const profile = useProfile()
  const municipality = profile === null ? undefined : findFormMunicipality(profile, answer.areas)
  return buildAnswerPdf(answer, version?.pdfSettings, {
    texts: buildPdfMessages(i18n),
    language: i18n.locale,
    dateTime,
    codeHidden: municipality?.codeHidden === true,
    electronicSignatureHidden: municipality?.electronicSignatureHidden === true,
    home: location.origin,
    isUnsent,
    hasUnsentChanges: changes.some(({ state }) => state.kind !== 'quarantined'),
  })
}
