import { Link } from '@tanstack/react-router'
import { IconEyeCheck, IconForms, IconHome, IconTransfer } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { actorOfProfile, meetsAccessRule, requireSupervision } from '#domain/access/index.ts'
import { lazyPart, useCan, useProfile } from '#ui/index.ts'
import { findStartPage } from '../access.ts'
import styles from './shell.module.css'

/** Loaded separately, because few users work for the treasury or review answers. */
const OrdersLink = lazyPart(async () => (await import('./lazy-top-bar-links.tsx')).OrdersLink)
const DecisionCount = lazyPart(async () => (await import('./decision-count.tsx')).DecisionCount)

/** Bottom navigation on phones. */
export function BottomBar() {
  const { t } = useLingui()
  return (
    <nav className={`r-line r-gap-0 ${styles['bottom']}`} aria-label={t`Main`}>
      <NavigationLinks className={`r-column r-middle r-yields r-anchor r-soft r-strong ${styles['tab']}`} />
    </nav>
  )
}

/** Links of the bottom bar, shown in the top bar on wider screens. */
export function NavigationLinks({ className }: { readonly className: string }) {
  const profile = useProfile()
  const can = useCan()
  if (profile === null) return null
  const start = findStartPage(profile.role)
  return (
    <>
      {start === '/pagos' && <OrdersLink className={className} />}
      {start === '/home' && (
        <Link to="/home" className={className}>
          <IconHome size={22} aria-hidden="true" />
          <Trans>Home</Trans>
        </Link>
      )}
      {can('read', 'formulario') && (
        <Link to="/listar" className={className}>
          <IconForms size={22} aria-hidden="true" />
          <Trans>Forms</Trans>
        </Link>
      )}
      {meetsAccessRule(requireSupervision('any'), actorOfProfile(profile)) && (
        <Link to="/supervision" className={className}>
          <IconEyeCheck size={22} aria-hidden="true" />
          <Trans>Supervision</Trans>
          <DecisionCount />
        </Link>
      )}
      <Link to="/sincronizacion" className={className}>
        <IconTransfer size={22} aria-hidden="true" />
        <Trans>Sync</Trans>
      </Link>
    </>
  )
}
