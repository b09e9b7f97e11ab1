import type { ReactNode } from 'react'
import { visibleText } from '#domain/kernel/index.ts'
import { foreignTag, type FormTemplate, originalLanguage } from '#domain/templates/index.ts'
import { translateField } from '#ui/index.ts'
import styles from './public.module.css'

/** The municipality, if the page was served by a service worker. The server's own pages already contain it. */
export function municipalityLine(municipality: string): ReactNode {
  return document.querySelector('.brand') === null ? (
    <p className={`r-soft r-bold ${styles['place']}`}>{municipality}</p>
  ) : undefined
}

/**
 * The form's emergency text; undefined if it has none.
 * @param reader language of the page
 */
export function emergencyLine(form: FormTemplate, reader: string): ReactNode {
  const text = translateField(form, 'textoEmergencia', reader)
  if (visibleText(text) === '') return undefined
  return (
    <p
      className={`r-lines r-bold ${styles['emergency']}`}
      lang={foreignTag(form, 'textoEmergencia', reader, originalLanguage(form))}
    >
      {text}
    </p>
  )
}
