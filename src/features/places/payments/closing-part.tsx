import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { closeDay } from '#domain/payments/index.ts'
import { dayOn, type MunicipalityPath } from '#domain/kernel/index.ts'
import { Banner, DayField, download, notify, PageSection, useAct, useFailureText } from '#ui/index.ts'

type ClosingPartProps = { readonly municipality: MunicipalityPath; readonly timeZone: string }

/** Every payment and refund of a day on the municipality's clock, as a file. */
export function ClosingPart({ municipality, timeZone }: ClosingPartProps) {
  const { t } = useLingui()
  const failureText = useFailureText()
  const { act, busy } = useAct(closeDay)
  const [day, setDay] = useState(() => dayOn(Date.now(), timeZone))
  const [failure, setFailure] = useState<string | null>(null)

  async function close(): Promise<void> {
    if (day === '') return setFailure(t`Choose a day.`)
    setFailure(null)
    const done = await act({ body: { municipality, day } })
    if (done.kind !== 'ok') return setFailure(failureText(done))
    download(done.value.csv, `cierre-${day}.csv`, 'text/csv;charset=utf-8')
    notify({ tone: 'received', text: t`The day’s closing was downloaded.` })
  }

  return (
    <PageSection title={t`Day’s closing`}>
      <p className="r-soft">
        <Trans>
          Every receipt and credit note of a day, with its sum, as a CSV file. A day begins and ends on the clock of the
          municipality ({timeZone}). That it was taken stands in the audit log.
        </Trans>
      </p>
      <div className="r-row" style={{ alignItems: 'end' }}>
        <DayField label={t`Day`} value={day} onChange={setDay} />
        <Button
          variant="default"
          loading={busy}
          leftSection={<IconDownload size={20} aria-hidden="true" />}
          onClick={() => void close()}
        >
          <Trans>Download</Trans>
        </Button>
      </div>
      <div role="alert">{failure !== null && <Banner tone="attention">{failure}</Banner>}</div>
    </PageSection>
  )
}
