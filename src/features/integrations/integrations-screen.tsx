import { useParams } from '@tanstack/react-router'
import { Trans, useLingui } from '@lingui/react/macro'
import { readIntegrations, type Integrations } from '#domain/integrations/index.ts'
import { LinkButton, PartLinks, RecordScreen, useEndpointData } from '#ui/index.ts'
import { ApiReference } from './reference.tsx'
import { TokensSection } from './tokens.tsx'
import { WebhooksSection } from './webhooks.tsx'

/** /municipios/$id/integraciones: API tokens; /webhooks: webhooks for answers; /referencia: API reference. */
export function IntegrationsScreen() {
  const { t } = useLingui()
  const { id, parte } = useParams({ from: '/municipios/$id/integraciones/{-$parte}' })
  const [asked, again] = useEndpointData(readIntegrations, { id })
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
          <PartLinks
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
  if (part === 'webhooks') return <WebhooksSection id={id} integrations={integrations} />
  return part === 'referencia' ? <ApiReference /> : <TokensSection id={id} integrations={integrations} />
}
