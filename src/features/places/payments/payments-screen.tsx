import { useParams } from '@tanstack/react-router'
import { Stack } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { readSettings } from '#domain/places/index.ts'
import { LinkButton, RecordScreen, useAsked, useCan } from '#ui/index.ts'
import { AccountPart } from './account-part.tsx'
import { ClosingPart } from './closing-part.tsx'

/** /municipios/$id/pagos: who takes the money of a municipality, and what came on a day. */
export function PaymentsScreen() {
  const { t } = useLingui()
  const { id } = useParams({ from: '/municipios/$id/pagos' })
  const can = useCan()
  const [asked, again] = useAsked(readSettings, { id })
  return (
    <RecordScreen
      name={t`Payments of the municipality`}
      back={
        <LinkButton to="/municipios/$id" params={{ id }} variant="subtle">
          <Trans>Settings of the municipality</Trans>
        </LinkButton>
      }
      asked={asked}
      again={again}
      head={({ municipality }) => ({ title: t`Payments of ${municipality.nombre}` })}
    >
      {({ municipality: { path }, settings: { timeZone } }) => (
        <Stack gap="xl">
          {can('close', 'pago') && <ClosingPart municipality={path} timeZone={timeZone} />}
          {can('manage', 'pago') && <AccountPart municipality={path} />}
        </Stack>
      )}
    </RecordScreen>
  )
}
