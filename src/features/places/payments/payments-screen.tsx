import { IconArrowLeft, IconDownload, IconPlugConnected } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { Button, Group } from '@mantine/core'
import { Trans, useLingui, Plural } from '@lingui/react/macro'
import { useState } from 'react'
import type { MunicipalityPath } from '#domain/kernel/index.ts'
import { exportReceipts, readClosings, readPaymentAccount } from '#domain/payments/index.ts'
import { municipalityIdSchema } from '#domain/places/index.ts'
import {
  LinkButton,
  RecordScreen,
  useEndpointData,
  useCan,
  Banner,
  LazyDayField,
  downloadFile,
  notify,
  PageSection,
  useEndpointCall,
  useFailureText,
  LoadablePart,
  FactList,
  useFormatsIn,
  useMunicipalityTimeZone,
} from '#ui/index.ts'
import { CLOSINGS_HASH, readClosingPeriod } from './closing-tables.tsx'
import { ConnectPaymentAccountDialog, PROVIDER_NAMES, WebhookAddress } from './connect-dialog.tsx'
import { useMunicipalityChoices } from './orders-filters.tsx'

/**
 * /municipios/$id/pagos: the receipts of a day in a municipality, and its payment account for users who may manage it.
 * The treasury may not read the settings, so the municipality's day comes from its closings.
 */
export function PaymentsScreen() {
  const { t } = useLingui()
  const { id } = useParams({ from: '/municipios/$id/pagos' })
  const can = useCan()
  const choices = useMunicipalityChoices()
  const path = municipalityIdSchema.safeParse(id).data
  const timeZone = useMunicipalityTimeZone(path)
  const [{ from, to }] = useState(() => readClosingPeriod({}, timeZone))
  const [loadable, retry] = useEndpointData(readClosings, { municipality: path ?? '', from, to }, path !== undefined)
  const isMissing = path === undefined || (loadable.kind === 'failed' && loadable.problem.code === 'place.missing')
  const place = choices.find(({ value }) => value === path)
  return (
    <RecordScreen
      name={t`Municipality payments`}
      back={
        can('manage', 'usuario_municipio') ? (
          <LinkButton
            to="/municipios/$id"
            params={{ id }}
            variant="subtle"
            leftSection={<IconArrowLeft size={20} aria-hidden="true" />}
          >
            <Trans>Municipality settings</Trans>
          </LinkButton>
        ) : (
          <LinkButton
            to="/pagos"
            hash={CLOSINGS_HASH}
            variant="subtle"
            leftSection={<IconArrowLeft size={20} aria-hidden="true" />}
          >
            <Trans>Closings</Trans>
          </LinkButton>
        )
      }
      loadable={loadable}
      retry={retry}
      away={
        isMissing ? (
          <p>
            <Trans>It may not exist, or you may not have access to it.</Trans>
          </p>
        ) : undefined
      }
      width="full"
      head={() => ({ title: place === undefined ? t`Municipality payments` : t`Payments of ${place.label}` })}
    >
      {({ timeZone, today }) =>
        path !== undefined && (
          <div className="r-grid r-gap-24 r-top r-fit-30">
            <ReceiptsPart municipality={path} timeZone={timeZone} today={today} />
            {can('manage', 'pago') && <AccountPart municipality={path} timeZone={timeZone} />}
          </div>
        )
      }
    </RecordScreen>
  )
}

type ReceiptsPartProps = {
  readonly municipality: MunicipalityPath
  readonly timeZone: string
  /** current day in the municipality */
  readonly today: string
}

/** Downloads all receipts and credit notes of a day in the municipality's time zone. */
function ReceiptsPart({ municipality, timeZone, today }: ReceiptsPartProps) {
  const { t } = useLingui()
  const failureText = useFailureText()
  const { act, busy } = useEndpointCall(exportReceipts)
  const [day, setDay] = useState(today)
  const [failure, setFailure] = useState<string | null>(null)

  async function close(): Promise<void> {
    if (day === '') return setFailure(t`Choose a day.`)
    setFailure(null)
    const outcome = await act({ body: { municipality, day } })
    if (outcome.kind !== 'ok') return setFailure(failureText(outcome))
    downloadFile(outcome.value.csv, `comprobantes-${day}.csv`, 'text/csv;charset=utf-8')
    notify({ tone: 'received', text: t`The receipts were downloaded.` })
  }

  return (
    <PageSection title={t`Receipts for one day`}>
      <p className="r-soft">
        <Trans>
          All receipts and credit notes of one day with their total, as a CSV file. Days follow the time zone of the
          municipality ({timeZone}). Downloads are recorded in the audit log.
        </Trans>
      </p>
      <Group gap="xs" align="end">
        <LazyDayField label={t`Day`} value={day} onChange={setDay} />
        <Button
          variant="default"
          loading={busy}
          leftSection={<IconDownload size={20} aria-hidden="true" />}
          onClick={() => void close()}
        >
          <Trans>Download</Trans>
        </Button>
      </Group>
      <div role="alert">{failure !== null && <Banner tone="attention">{failure}</Banner>}</div>
    </PageSection>
  )
}

/** The payment account of a municipality. Keys are write-only. */
function AccountPart({ municipality, timeZone }: Omit<ReceiptsPartProps, 'today'>) {
  const { t } = useLingui()
  const formats = useFormatsIn(timeZone)
  const [loadable, retry] = useEndpointData(readPaymentAccount, { municipality })
  const [connecting, setConnecting] = useState(false)
  return (
    <PageSection title={t`Account for online payments`}>
      <LoadablePart loadable={loadable} retry={retry}>
        {(shown) => {
          const { account, webhooks } = shown
          return (
            <>
              {account === null ? (
                <Banner tone="quiet">
                  <Trans>
                    No account is connected. Until you connect one, forms that ask for a payment cannot be published.
                    Payments at the desk can still be recorded.
                  </Trans>
                </Banner>
              ) : (
                <>
                  {account.mode === 'test' && (
                    <Banner tone="attention">
                      <Trans>
                        This account only accepts test payments. Nothing is charged, and receipts are numbered
                        separately.
                      </Trans>
                    </Banner>
                  )}
                  <FactList
                    facts={[
                      { name: t`Payment provider`, value: PROVIDER_NAMES[account.provider] },
                      { name: t`Mode`, value: account.mode === 'live' ? t`Live: real money` : t`Test: no real money` },
                      {
                        name: t`Signing secrets`,
                        value: <Plural value={account.secrets} one="# stored secret" other="# stored secrets" />,
                      },
                      {
                        name: t`Connected`,
                        value: <span className="r-figures">{formats.dateTime(account.at)}</span>,
                      },
                    ]}
                  />
                  <WebhookAddress address={webhooks[account.provider]} />
                </>
              )}
              <Button
                {...(account !== null && { variant: 'default' })}
                style={{ alignSelf: 'start' }}
                leftSection={<IconPlugConnected size={20} aria-hidden="true" />}
                onClick={() => setConnecting(true)}
              >
                {account === null ? <Trans>Connect an account</Trans> : <Trans>Change the account</Trans>}
              </Button>
              {connecting && (
                <ConnectPaymentAccountDialog
                  municipality={municipality}
                  shown={shown}
                  onClose={() => setConnecting(false)}
                />
              )}
            </>
          )
        }}
      </LoadablePart>
    </PageSection>
  )
}
