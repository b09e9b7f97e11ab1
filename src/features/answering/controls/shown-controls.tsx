import { IconExternalLink } from '@tabler/icons-react'
import { useLingui } from '@lingui/react/macro'
import { isSafeLink, isWebLink } from '#domain/questions/index.ts'
import type { ControlProps } from './control.ts'
import styles from './controls.module.css'

/** A page, telephone or e-mail to open. A page gets a tab of its own, so that the form stays open. */
export function LinkControl({ asked, id }: ControlProps) {
  const { t } = useLingui()
  const link = 'link' in asked ? (asked.link ?? '') : ''
  const text =
    'tituloLink' in asked && asked.tituloLink !== undefined && asked.tituloLink !== '' ? asked.tituloLink : link
  const isPage = isWebLink(link)
  if (!isSafeLink(link)) return text === '' ? null : <span id={id}>{text}</span>
  return (
    <a
      id={id}
      className={`r-beside r-target r-accent ${styles['link']}`}
      href={link}
      {...(isPage && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      <span>{text}</span>
      {isPage && (
        <>
          <IconExternalLink size={18} aria-hidden="true" />
          <span className="r-hidden">{t`opens in a new tab`}</span>
        </>
      )}
    </a>
  )
}

/** A heading: its question card shows the words, and there is nothing to fill in. */
export function TitleControl() {
  return null
}
