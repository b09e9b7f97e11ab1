import { Button } from '@mantine/core'
import { IconBan, IconLockOpen } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { StatusBadge } from '#ui/index.ts'
import { Flag } from './flag.tsx'

/** A name with its country's flag. */
export function PlaceName({ flag, children }: { readonly flag: string; readonly children: ReactNode }) {
  return (
    <span className="r-beside">
      <Flag code={flag} />
      {children}
    </span>
  )
}

type PlaceStateProps = {
  readonly inhabilitado: boolean
  /** the municipality's country is blocked */
  readonly countryBlocked?: boolean
}

/** Whether a municipality or a country is active or blocked. */
export function PlaceState({ inhabilitado, countryBlocked = false }: PlaceStateProps) {
  if (!inhabilitado && !countryBlocked)
    return (
      <StatusBadge tone="received">
        <Trans context="municipality">Open</Trans>
      </StatusBadge>
    )
  return (
    <StatusBadge tone="attention">{inhabilitado ? <Trans>Blocked</Trans> : <Trans>Country blocked</Trans>}</StatusBadge>
  )
}

type BlockButtonProps = { readonly nombre: string; readonly inhabilitado: boolean; readonly onClick: () => void }

/** Button that opens the dialog to block or unblock a place. */
export function BlockButton({ nombre, inhabilitado, onClick }: BlockButtonProps) {
  const { t } = useLingui()
  const Icon = inhabilitado ? IconLockOpen : IconBan
  return (
    <Button
      variant="subtle"
      leftSection={<Icon size={20} aria-hidden="true" />}
      aria-label={inhabilitado ? t`Unblock ${nombre}` : t`Block ${nombre}`}
      onClick={onClick}
    >
      {inhabilitado ? <Trans>Unblock</Trans> : <Trans>Block</Trans>}
    </Button>
  )
}
