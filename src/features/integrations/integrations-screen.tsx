import { useParams } from '@tanstack/react-router'
import { Trans, useLingui } from '@lingui/react/macro'
import { readIntegrations, type Integrations } from '#domain/integrations/index.ts'
import { LinkButton, Parts, RecordScreen, useAsked } from '#ui/index.ts'
import { Reference } from './reference.tsx'
import { Tokens } from './tokens.tsx'
import { Webhooks } from './webhooks.tsx'

/** /municipios/$id/integraciones: API tokens; /webhooks: webhooks for answers; /referencia: API reference. */
export function IntegrationsScreen() {
  const { t } = useLingui()
  const { id, parte } = useParams({ from: '/municipios/$id/integraciones/{-$parte}' })
  const [asked, again] = useAsked(readIntegrations, { id })
  const at = `/municipios/${id}/integraciones`
  return (
    <RecordScreen
      width="wide"
      name={t`Other systems`}
      back={
        <LinkButton to="/municipios/$id" params={{ id }} variant="subtle">
          <Trans>Settings of the municipality</Trans>
        </LinkButton>
      }
      asked={asked}
      again={again}
      head={({ municipality }) => ({
        title: t`Other systems of ${municipality.nombre}`,
        subtitle: <Trans>Tokens let other systems read data. Webhooks notify them of changes.</Trans>,
      })}
    >
      {(integrations) => (
        <>
          <Parts
            label={t`Other systems`}
            parts={[
              { to: at, name: <Trans>Tokens</Trans> },
              { to: `${at}/webhooks`, name: <Trans>Webhooks</Trans> },
              { to: `${at}/referencia`, name: <Trans>Reference</Trans> },
            ]}
          />
          <Part id={id} part={parte} integrations={integrations} />
        </>
      )}
    </RecordScreen>
  )
}

type PartProps = {
  readonly id: string
  readonly part: string | undefined
  readonly integrations: Integrations
}

function Part({ id, part, integrations }: PartProps) {
  if (part === 'webhooks') return <Webhooks id={id} integrations={integrations} />
  return part === 'referencia' ? <Reference /> : <Tokens id={id} integrations={integrations} />
}
