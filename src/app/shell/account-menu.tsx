import { lazy, startTransition, useState } from 'react'
import { AccountButton } from './account-button.tsx'

/** Popover and dialog weigh as much as the screen of a form: nobody waits for them before they are asked for. */
const AccountPanel = lazy(() => import('./account-panel.tsx').then((room) => ({ default: room.AccountPanel })))

/** The button of the account, and behind it the menu. */
export function AccountMenu() {
  const [asked, setAsked] = useState(false)
  // In a transition the button stays until the panel's file is here. A fallback would be shown for 300 ms at least.
  if (!asked) return <AccountButton aria-haspopup="dialog" aria-expanded={false} onClick={() => startTransition(() => setAsked(true))} />
  return <AccountPanel />
}
