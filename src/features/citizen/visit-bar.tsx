import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconList, IconLogout } from '@tabler/icons-react'
import type { CitizenRoute } from './citizen-place.ts'
import styles from './citizen.module.css'

export type Visitor = {
  readonly name: string
  readonly username: string
  readonly municipality: string
  readonly leave: () => Promise<void>
}

type VisitBarProps = {
  readonly visitor: Visitor
  readonly go: (place: CitizenRoute) => void
  /** whether the session is not limited to one correction */
  readonly isWhole: boolean
}

/** Name of the signed-in citizen and a sign-out button, on every page. */
export function VisitBar({ visitor, go, isWhole }: VisitBarProps) {
  const { t } = useLingui()
  return (
    <header
      className={`r-row r-gap-x-16 r-middle r-between r-wide r-under ${styles['bar']}`}
      aria-label={t`Your session`}
    >
      <p>
        <strong>{visitor.name}</strong> <span className="r-soft">{visitor.municipality}</span>
      </p>
      <div className={`r-row ${styles['acts']}`}>
        {isWhole && (
          <Button
            variant="subtle"
            leftSection={<IconList size={20} aria-hidden="true" />}
            onClick={() => go({ kind: 'list' })}
          >
            <Trans>My answers</Trans>
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconLogout size={20} aria-hidden="true" />}
          onClick={() => void visitor.leave()}
        >
          <Trans>Sign out</Trans>
        </Button>
      </div>
    </header>
  )
}
