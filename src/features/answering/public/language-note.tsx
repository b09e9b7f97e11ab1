import type { ReactNode } from 'react'
import { Trans } from '@lingui/react/macro'
import { foreignTag, type FormTemplate, writtenIn } from '#domain/documents/index.ts'

/** In which language a form is written that has no title in its reader's: the page's own words are in that one. */
export function languageNote(template: FormTemplate, reader: string): ReactNode {
  const tag = foreignTag(template, 'titulo', reader, writtenIn(template))
  if (tag === undefined) return undefined
  const name = new Intl.DisplayNames([reader], { type: 'language' }).of(tag)
  return (
    <p className="r-soft r-note">
      <Trans>The texts of this form are in {name}.</Trans>
    </p>
  )
}
