import { useEffect, useState } from 'react'
import { Button, Stack } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { persistStorage, storageState, type StorageState } from '#local/index.ts'
import { APP_VERSION } from '#sync/index.ts'
import { Facts, notify, PageSection, StatusBadge, useAccount, useFormats } from '#ui/index.ts'

/** Storage, persistence and app version, as needed by support. */
export function ThisDevice() {
  const { t } = useLingui()
  const { device } = useAccount()
  const formats = useFormats()
  const [storage, setStorage] = useState<StorageState | null>(null)
  useEffect(() => {
    void storageState(navigator.storage).then(setStorage)
  }, [])

  async function ask(): Promise<void> {
    const promised = await persistStorage(navigator.storage)
    setStorage(await storageState(navigator.storage))
    if (!promised) {
      notify({ tone: 'attention', text: t`The browser does not keep it for sure. Installing the app usually helps.` })
    }
  }
  const { usage = null, quota = null, persisted = false } = storage ?? {}
  return (
    <PageSection title={t`This device`}>
      <Facts
        facts={[
          {
            name: t`Storage used`,
            value: usage === null || quota === null ? '–' : t`${formats.bytes(usage)} of ${formats.bytes(quota)}`,
          },
          {
            name: t`Kept by the browser`,
            value: persisted ? (
              <StatusBadge tone="received">
                <Trans>For sure</Trans>
              </StatusBadge>
            ) : (
              <StatusBadge tone="waiting">
                <Trans>Not for sure</Trans>
              </StatusBadge>
            ),
          },
          { name: t`App version`, value: <span className="r-code">{APP_VERSION}</span> },
          { name: t`Device`, value: <span className="r-code">{device.slice(0, 8)}</span> },
        ]}
      />
      {storage !== null && !persisted && (
        <Stack gap="sm" align="flex-start">
          <p>
            <Trans>
              When space runs short, a browser may clear what it has not promised to keep. Ask it to keep Relevo's work.
            </Trans>
          </p>
          <Button variant="default" onClick={() => void ask()}>
            <Trans>Ask the browser to keep it</Trans>
          </Button>
        </Stack>
      )}
    </PageSection>
  )
}
