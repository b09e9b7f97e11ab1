import { useParams } from '@tanstack/react-router'
import { Trans, useLingui } from '@lingui/react/macro'
import { readSettings } from '#domain/places/index.ts'
import { LinkButton, RecordScreen, useEndpointData, useCan } from '#ui/index.ts'
import { SettingsForm } from './settings-form.tsx'

/** /municipios/$id: settings of a municipality. */
export function SettingsScreen() {
  const { t } = useLingui()
  const { id } = useParams({ from: '/municipios/$id' })
  const can = useCan()
  const [asked, again] = useEndpointData(readSettings, { id })
  return (
    <RecordScreen
      name={t`Settings of the municipality`}
      back={
        can('manage', 'usuario') && (
          <LinkButton to="/municipios" variant="subtle">
            <Trans>Municipalities</Trans>
          </LinkButton>
        )
      }
      asked={asked}
      again={again}
      head={({ municipality }) => ({
        title: t`Settings of ${municipality.nombre}`,
        actions: (
          <>
            {can('close', 'pago') && (
              <LinkButton to="/municipios/$id/pagos" params={{ id }} variant="default">
                <Trans>Payments</Trans>
              </LinkButton>
            )}
            <LinkButton to="/municipios/$id/integraciones/{-$parte}" params={{ id }} variant="default">
              <Trans>Other systems</Trans>
            </LinkButton>
          </>
        ),
        subtitle: <Trans>Devices receive changes when they are next online, most within seconds.</Trans>,
      })}
    >
      {/* Reloaded settings appear in fields that the user has not edited. */}
      {(response) => <SettingsForm id={id} response={response} />}
    </RecordScreen>
  )
}
