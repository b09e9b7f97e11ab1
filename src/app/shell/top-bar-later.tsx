import { Link } from '@tanstack/react-router'
import { IconChartBar, IconSettings } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import { useCan } from '#ui/index.ts'
import styles from './shell.module.css'

export { SearchButton } from './search-button.tsx'

/** What the bar leads to where there is room for it. */
export function RoomyLinks() {
  const can = useCan()
  const look = `${styles['link']} ${styles['roomy']}`
  return (
    <>
      {can('read', 'estadistica_formulario') && (
        <Link to="/estadisticas" activeOptions={{ exact: true }} className={look}>
          <IconChartBar size={22} aria-hidden="true" />
          <Trans>Statistics</Trans>
        </Link>
      )}
      {can('manage', 'usuario_municipio') && (
        <Link to="/usuarios" className={look}>
          <IconSettings size={22} aria-hidden="true" />
          <Trans>Administration</Trans>
        </Link>
      )}
    </>
  )
}
