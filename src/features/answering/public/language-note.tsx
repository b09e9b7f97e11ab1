import type { ReactNode } from 'react'
import { Trans } from '@lingui/react/macro'
import { foreignTag, type FormTemplate, writtenIn } from '#domain/templates/index.ts'

/**
 * Of a form that has no title in its reader's language, which the page's own words are in. The language of its texts is
 * not named: it is only assumed from the country.
 */
export function languageNote(template: FormTemplate, reader: string): ReactNode {
  if (foreignTag(template, 'titulo', reader, writtenIn(template)) === undefined) return undefined
  return (
    <p className="r-soft r-note">
      <Trans>This form is as the municipality wrote it, not translated into English.</Trans>
    </p>
  )
}
