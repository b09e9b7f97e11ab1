import { useState } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { FormTemplate, VersionLine as Line } from '#domain/templates/index.ts'
import type { TemplateId } from '#domain/kernel/index.ts'
import { useFormats } from '#ui/index.ts'
import type { ToolProps } from '../panel.ts'
import { VersionDetails } from './version-details.tsx'
import styles from './versions.module.css'

export type VersionListItemProps = {
  readonly line: Line
  readonly isNewest: boolean
  /** the server's version when the editor opened */
  readonly saved: FormTemplate
  readonly id: TemplateId
  readonly tool: Omit<ToolProps, 'saved'>
}

/** A version in the list. Its changes are loaded when unfolded. */
export function VersionListItem(props: VersionListItemProps) {
  const { line, isNewest } = props
  const { version, username, date } = line
  const { t } = useLingui()
  const formats = useFormats()
  const [opened, setOpened] = useState(false)
  const day = formats.dateTime(date)
  return (
    <li>
      <details
        className={`r-under ${styles['version']}`}
        open={opened}
        onToggle={(event) => setOpened(event.currentTarget.open)}
      >
        <summary>
          <strong>{t`Version ${version}`}</strong>
          <span>
            {username === null ? (
              day
            ) : (
              <Trans>
                {day}, by {username}
              </Trans>
            )}
          </span>
          {isNewest && <span className={`r-small ${styles['newest']}`}>{t`in use`}</span>}
        </summary>
        {opened && <VersionDetails {...props} />}
      </details>
    </li>
  )
}
