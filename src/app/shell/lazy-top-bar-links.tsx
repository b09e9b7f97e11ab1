import { Link, useLocation } from '@tanstack/react-router'
import { IconChartBar, IconCoins, IconSettings } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import type { Profile } from '#domain/sync/index.ts'
import { FoldedLinks, useAdministration, useCan, useProfile } from '#ui/index.ts'
import styles from './shell.module.css'

export { OtherAccountMark } from './others-mark.tsx'
export { SearchButton } from './search-button.tsx'

/** Links that phones have in the account's menu, and a menu of the links that have no space. */
export function TopBarLinks() {
  const can = useCan()
  const profile = useProfile()
  const look = styles['link'] ?? ''
  return (
    <>
      {can('read', 'estadistica_formulario') && (
        <Link to="/estadisticas" activeOptions={{ exact: true }} className={look}>
          <IconChartBar size={22} aria-hidden="true" />
          <Trans>Statistics</Trans>
        </Link>
      )}
      {profile !== null && can('manage', 'usuario_municipio') && (
        <AdministrationLink profile={profile} className={look} />
      )}
      <FoldedLinks className={look} />
    </>
  )
}

/** Link to the payment orders, on which the treasury starts. */
export function OrdersLink({ className }: { readonly className: string }) {
  return (
    <Link to="/pagos" className={className}>
      <IconCoins size={22} aria-hidden="true" />
      <Trans>Payment orders</Trans>
    </Link>
  )
}

/** Link to the first list of the administration. Marked as current on all its lists and their subpages. */
function AdministrationLink({ profile, className }: { readonly profile: Profile; readonly className: string }) {
  const at = useLocation({ select: ({ pathname }) => pathname })
  const isThere = useAdministration(profile).some(
    ({ to, isList }) => isList === true && (at === to || at.startsWith(`${to}/`)),
  )
  return (
    <Link to="/usuarios" className={className} {...(isThere && { 'aria-current': 'page' })}>
      <IconSettings size={22} aria-hidden="true" />
      <Trans>Administration</Trans>
    </Link>
  )
}
