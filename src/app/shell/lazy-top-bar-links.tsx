import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { IconChartBar, IconCoins, IconSettings, IconUserExclamation } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Profile } from '#domain/sync/index.ts'
import { watchOtherAccountsWork } from '#local/index.ts'
import { OverflowLinks, useAccount, useAdministrationEntries, useCan, useProfile } from '#ui/index.ts'
import styles from './shell.module.css'

export { SearchButton } from './search-button.tsx'

/** Links of the top bar that phones show in the account's menu, and a menu of the links that do not fit. */
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
      <OverflowLinks className={look} />
    </>
  )
}

/** Link to the payment orders, the start page of the treasury. */
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
  const isThere = useAdministrationEntries(profile).some(
    ({ to, isList }) => isList === true && (at === to || at.startsWith(`${to}/`)),
  )
  return (
    <Link to="/usuarios" className={className} {...(isThere && { 'aria-current': 'page' })}>
      <IconSettings size={22} aria-hidden="true" />
      <Trans>Administration</Trans>
    </Link>
  )
}

/** Mark for unsent work of another account on this device, which the sync centre explains. */
export function OtherAccountMark() {
  const { t } = useLingui()
  const { local } = useAccount()
  const [isHere, setHere] = useState(false)
  useEffect(() => watchOtherAccountsWork(local.account, setHere), [local])
  if (!isHere) return null
  const words = t`Another account has unsent work on this device`
  return (
    <span className={`r-fixed r-line ${styles['others']}`} title={words}>
      <IconUserExclamation size={20} aria-hidden="true" />
      <span className="r-hidden">{words}</span>
    </span>
  )
}
