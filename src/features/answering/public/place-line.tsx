import type { ReactNode } from 'react'
import { getVisibleText } from '#domain/kernel/index.ts'
import { getForeignLanguageTag, type FormTemplate, getOriginalLanguage } from '#domain/templates/index.ts'
import { Brand, translateField } from '#ui/index.ts'
import styles from './public.module.css'

/**
 * The municipality, if the page was served by a service worker. The server's own pages already contain it.
 * @param municipality the product is named instead if it is unknown
 */
export function renderMunicipalityLine(municipality?: string): ReactNode {
  return document.querySelector('.brand') === null ? (
    <p className={`r-bold ${styles['place']}`}>{municipality ?? <Brand />}</p>
  ) : undefined
}

/**
 * The form's emergency text; undefined if it has none.
 * @param reader language of the page
 */
export function renderEmergencyLine(form: FormTemplate, reader: string): ReactNode {
  const text = translateField(form, 'textoEmergencia', reader)
  if (getVisibleText(text) === '') return undefined
  return (
    <p
      className={`r-lines r-bold ${styles['emergency']}`}
      lang={getForeignLanguageTag(form, 'textoEmergencia', reader, getOriginalLanguage(form))}
    >
      {text}
    </p>
  )
}
