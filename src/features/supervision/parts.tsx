import { useLingui } from '@lingui/react/macro'
import { Parts, useOversight } from '#ui/index.ts'

/** The parts of the supervision that are this person's; nothing when it is one. */
export function SupervisionParts() {
  const { t } = useLingui()
  const { held, devices, jobs } = useOversight()
  const parts = [
    { to: '/supervision', name: t`To decide` },
    ...(held ? [{ to: '/supervision/retenidas', name: t({ context: 'answers', message: 'Held' }) }] : []),
    ...(devices ? [{ to: '/supervision/dispositivos', name: t`Devices` }] : []),
    ...(jobs ? [{ to: '/supervision/tareas', name: t`Failed tasks` }] : []),
  ]
  return parts.length < 2 ? null : <Parts label={t`Supervision`} parts={parts} />
}
