import { useEffect, useState } from 'react'
import { Trans } from '@lingui/react/macro'
import { watchOtherAccountsWork } from '#local/index.ts'
import { Banner, useAccount } from '#ui/index.ts'

/** Says that another account has unsent work on this device, without saying whose or how much. */
export function OtherAccountWork() {
  const { local } = useAccount()
  const [isHere, setHere] = useState(false)
  useEffect(() => watchOtherAccountsWork(local.account, setHere), [local])
  if (!isHere) return null
  return (
    <Banner tone="waiting">
      <Trans>Another account has unsent work on this device. It is sent when that account signs in here.</Trans>
    </Banner>
  )
}
