import { useEffect } from 'react'
import { useRouter } from '@tanstack/react-router'
import { useLingui } from '@lingui/react/macro'
import { ListSkeleton, Page, useOversight } from '#ui/index.ts'

/** /supervision: goes on to the first part that is this person's. */
export function SupervisionStart() {
  const { t } = useLingui()
  const router = useRouter()
  const { held } = useOversight()
  useEffect(() => {
    if (router.latestLocation.pathname !== '/supervision') return
    void router.navigate({ to: held ? '/supervision/retenidas' : '/supervision/dispositivos', replace: true })
  }, [router, held])
  return (
    <Page title={t`Supervision`}>
      <ListSkeleton />
    </Page>
  )
}
