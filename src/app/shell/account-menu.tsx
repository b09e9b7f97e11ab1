import { lazy, Suspense, useState } from 'react'
import { AccountButton } from './account-button.tsx'

/** Popover and dialog weigh as much as the screen of a form: nobody waits for them before they are asked for. */
const AccountPanel = lazy(() => import('./account-panel.tsx').then((room) => ({ default: room.AccountPanel })))

/** The button of the account, and behind it the menu. */
export function AccountMenu() {
  const [asked, setAsked] = useState(false)
  const closed = <AccountButton aria-haspopup="dialog" aria-expanded={false} onClick={() => setAsked(true)} />
  if (!asked) return closed
  return (
    <Suspense fallback={closed}>
      <AccountPanel />
    </Suspense>
  )
}
