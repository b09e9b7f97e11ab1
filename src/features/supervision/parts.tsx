import { useLingui } from '@lingui/react/macro'
import { listUnsettled } from '#domain/citizens/index.ts'
import { ScreenTabs, useEndpointData, useCan, useSupervision } from '#ui/index.ts'

/** Navigation between the supervision screens available to this user. Renders nothing if there is only one. */
export function SupervisionTabs() {
  const { t } = useLingui()
  const { held, devices, jobs, deleted } = useSupervision()
  const can = useCan()
  const [loadable] = useEndpointData(listUnsettled, {}, held)
  const citizens = loadable.kind === 'here' ? loadable.value.total : 0
  const parts = [
    { to: '/supervision', name: t`To decide` },
    ...(held ? [{ to: '/supervision/retenidas', name: t({ context: 'answers', message: 'Held' }) }] : []),
    ...(held ? [{ to: '/supervision/ciudadanos', name: citizens > 0 ? t`Citizens (${citizens})` : t`Citizens` }] : []),
    ...(devices ? [{ to: '/supervision/dispositivos', name: t`Devices` }] : []),
    ...(jobs ? [{ to: '/supervision/tareas', name: t`Failed tasks` }] : []),
    ...(can('read', 'estadistica_formulario') ? [{ to: '/estadisticas', name: t`Statistics` }] : []),
    ...(deleted ? [{ to: '/supervision/eliminadas', name: t({ context: 'answers', message: 'Deleted' }) }] : []),
  ]
  return parts.length < 2 ? null : <ScreenTabs label={t`Supervision`} parts={parts} />
}
