import { useState } from 'react'
import { later, withWords } from '#ui/index.ts'
import { AccountButton } from './account-button.tsx'

/** Popover and dialog weigh as much as the screen of a form: no one waits for them before asking for them. */
const AccountPanel = later(
  async () => (await withWords('shell/account', import('./account/account-panel.tsx'))).AccountPanel,
)

/** The button of the account, and behind it the menu. */
export function AccountMenu() {
  const [asked, setAsked] = useState(false)
  const closed = <AccountButton aria-haspopup="dialog" aria-expanded={false} onClick={() => setAsked(true)} />
  return <AccountPanel wanted={asked} meanwhile={closed} />
}
