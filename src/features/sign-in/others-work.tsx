import { useEffect, useState } from 'react'
import { Trans } from '@lingui/react/macro'
import { watchOtherAccountsWork } from '#local/index.ts'
import { Banner } from '#ui/index.ts'

/**
 * Informs the next user that another account has unsent work on this device, without naming the account or the amount.
 */
export function OtherAccountNotice() {
  const [isHere, setHere] = useState(false)
  useEffect(() => watchOtherAccountsWork(undefined, setHere), [])
  if (!isHere) return null
  return (
    <Banner tone="waiting">
      <Trans>There is unsent work on this device. It is sent when the account that saved it signs in here.</Trans>
    </Banner>
  )
}
