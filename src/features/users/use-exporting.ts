import { useState } from 'react'
import { useLingui } from '@lingui/react/macro'
import { exportUsers, type ListedUser } from '#domain/users/index.ts'
import { download, notify, useAct, useFailureText } from '#ui/index.ts'
import type { soughtOf } from './users-address.ts'

type Sought = ReturnType<typeof soughtOf>

/** Hands out a CSV file of the users that a search finds, all or none. The server notes each batch that it gives. */
export function useExporting() {
  const { t } = useLingui()
  const failureText = useFailureText()
  const { act } = useAct(exportUsers)
  const [busy, setBusy] = useState(false)

  async function taken(sought: Sought): Promise<readonly ListedUser[] | null> {
    const users: ListedUser[] = []
    for (let after: string | undefined; ;) {
      const done = await act({ body: { sought: { ...sought, ...(after === undefined ? {} : { after }) } } })
      if (done.kind !== 'ok') {
        notify({ tone: 'attention', text: failureText(done, t`The users could not be exported.`) })
        return null
      }
      users.push(...done.value.users)
      after = done.value.next
      if (after === undefined) return users
    }
  }

  async function run(sought: Sought): Promise<void> {
    setBusy(true)
    const users = await taken(sought)
    const writer = users === null ? null : await import('#documents/index.ts').catch(() => null)
    if (users !== null && writer !== null)
      download(writer.writeUsersCsv(users), 'usuarios.csv', 'text/csv;charset=utf-8')
    setBusy(false)
  }

  return { busy, run: (sought: Sought) => void run(sought) }
}
