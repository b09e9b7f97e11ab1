import { useEffect, useState } from 'react'
import { IconUserExclamation } from '@tabler/icons-react'
import { useLingui } from '@lingui/react/macro'
import { watchOtherAccountsWork } from '#local/index.ts'
import { useAccount } from '#ui/index.ts'
import styles from './shell.module.css'

/** Mark for unsent work of another account on this device, which the sync centre explains. */
export function OtherAccountMark() {
  const { t } = useLingui()
  const { local } = useAccount()
  const [isHere, setHere] = useState(false)
  useEffect(() => watchOtherAccountsWork(local.account, setHere), [local])
  if (!isHere) return null
  const words = t`Another account has unsent work on this device`
  return (
    <span className={`r-fixed r-line ${styles['others']}`} title={words}>
      <IconUserExclamation size={20} aria-hidden="true" />
      <span className="r-hidden">{words}</span>
    </span>
  )
}
