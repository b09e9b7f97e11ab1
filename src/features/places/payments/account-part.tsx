import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { readPaymentAccount } from '#domain/payments/index.ts'
import type { MunicipalityPath } from '#domain/kernel/index.ts'
import { AskedPart, Banner, Facts, PageSection, useAsked, useFormats } from '#ui/index.ts'
import { ConnectDialog } from './connect-dialog.tsx'
import { PROVIDER_NAMES } from './provider-names.ts'
import { WebhookAddress } from './webhook-address.tsx'

/** Who takes the money of a municipality. Keys are written and never shown. */
export function AccountPart({ municipality }: { readonly municipality: MunicipalityPath }) {
  const { t } = useLingui()
  const formats = useFormats()
  const [asked, again] = useAsked(readPaymentAccount, { municipality })
  const [connecting, setConnecting] = useState(false)
  return (
    <PageSection title={t`Account for online payments`}>
      <AskedPart asked={asked} again={again}>
        {(shown) => {
          const { account, webhooks } = shown
          return (
            <>
              {account === null ? (
                <Banner tone="quiet">
                  <Trans>
                    No account is connected. Until one is, no form that asks for money can be published. Money at the
                    desk can be recorded all the same.
                  </Trans>
                </Banner>
              ) : (
                <>
                  {account.mode === 'test' && (
                    <Banner tone="attention">
                      <Trans>
                        This account takes test money only: nothing is really charged, and receipts have a series of
                        their own.
                      </Trans>
                    </Banner>
                  )}
                  <Facts
                    facts={[
                      { name: t`Provider`, value: PROVIDER_NAMES[account.provider] },
                      { name: t`Mode`, value: account.mode === 'live' ? t`Live: real money` : t`Test: money of play` },
                      {
                        name: t`Signing secrets`,
                        value: <Plural value={account.secrets} one="# is kept" other="# are kept" />,
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
                variant={account === null ? 'filled' : 'default'}
                style={{ alignSelf: 'start' }}
                leftSection={<IconPlugConnected size={20} aria-hidden="true" />}
                onClick={() => setConnecting(true)}
              >
                {account === null ? <Trans>Connect an account</Trans> : <Trans>Change the account</Trans>}
              </Button>
              {connecting && (
                <ConnectDialog municipality={municipality} shown={shown} onClose={() => setConnecting(false)} />
              )}
            </>
          )
        }}
      </AskedPart>
    </PageSection>
  )
}
