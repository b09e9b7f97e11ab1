import { useEffect, useState } from 'react'
import { Button, Stack } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { persistStorage, readStorageState, type StorageState } from '#local/index.ts'
import { APP_VERSION } from '#sync/index.ts'
import { FactList, notify, PageSection, StatusBadge, useAccount, useFormats } from '#ui/index.ts'

/** Data for support: storage, persistence and app version. */
export function DeviceInfoSection() {
  const { t } = useLingui()
  const { device } = useAccount()
  const formats = useFormats()
  const [storage, setStorage] = useState<StorageState | null>(null)
  useEffect(() => {
    void readStorageState(navigator.storage).then(setStorage)
  }, [])

  async function ask(): Promise<void> {
    const promised = await persistStorage(navigator.storage)
    setStorage(await readStorageState(navigator.storage))
    if (!promised) {
      notify({
        tone: 'attention',
        text: t`The browser did not agree to keep your work. Installing the app usually helps.`,
      })
    }
  }
  const { usage = null, quota = null, persisted = false } = storage ?? {}
  return (
    <PageSection title={t`This device`}>
      <FactList
        facts={[
          {
            name: t`Storage used`,
            value: usage === null || quota === null ? '–' : t`${formats.bytes(usage)} of ${formats.bytes(quota)}`,
          },
          {
            name: t`Data in the browser`,
            value: persisted ? (
              <StatusBadge tone="received">
                <Trans>Protected from deletion</Trans>
              </StatusBadge>
            ) : (
              <StatusBadge tone="waiting">
                <Trans>The browser may delete the data</Trans>
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
              The browser may delete your unsent work when the device runs low on space. Ask the browser to keep it.
            </Trans>
          </p>
          <Button variant="default" onClick={() => void ask()}>
            <Trans>Keep my work on this device</Trans>
          </Button>
        </Stack>
      )}
    </PageSection>
  )
}
