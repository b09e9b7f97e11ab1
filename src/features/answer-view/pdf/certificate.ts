import { useLingui } from '@lingui/react/macro'
import { pdfMessages } from '#documents/pdf/index.ts'
import { buildCertificate, type PdfContent } from '#domain/pdf/index.ts'
import { municipalityOfForm } from '#domain/templates/index.ts'
import { useFormats, useProfile } from '#ui/index.ts'
import type { ShownAnswer } from '../use-answer.ts'

/** The registration certificate, where the municipality issues one for this form. Created on this device. */
export function useCertificate({ stored, version }: ShownAnswer): PdfContent | null {
  const { t, i18n } = useLingui()
  const { date } = useFormats()
  const profile = useProfile()
  if (profile === null || version === undefined || version === null) return null
  const own = {
    title: t`Registration certificate`,
    number: t`Certificate number`,
    issued: t`Issue date`,
    registered: t`Registered`,
    activity: t`Line of business`,
    surface: t`Surface area`,
    taxId: t`Tax number`,
  }
  const certificate = municipalityOfForm(profile, stored.areas)?.certificate
  const texts = pdfMessages(i18n)
  return buildCertificate(stored, version, certificate, { own, texts: texts, language: i18n.locale, date })
}
