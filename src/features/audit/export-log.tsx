import { useState } from 'react'
import { Button } from '@mantine/core'
import { Trans } from '@lingui/react/macro'
import { exportAudit, type listAudit, type AuditEntry } from '#domain/audit/index.ts'
import { problemOf, type InputOf } from '#domain/endpoints/index.ts'
import { refuse, ok, type Result } from '#domain/kernel/index.ts'
import { download, notify, useAct, useProblemText } from '#ui/index.ts'

type Sought = InputOf<typeof listAudit>

/** Hands out what the filters find as a CSV file, all of it or nothing. The server notes that it was taken away. */
export function ExportLog({ sought }: { readonly sought: Sought }) {
  const { act } = useAct(exportAudit)
  const textOf = useProblemText()
  const [busy, setBusy] = useState(false)

  async function taken(): Promise<Result<readonly AuditEntry[]>> {
    const entries: AuditEntry[] = []
    for (let page: Sought = { ...sought, before: undefined }; ;) {
      const outcome = await act({ body: { sought: page } })
      if (outcome.kind !== 'ok') return { ok: false, problem: problemOf(outcome) }
      entries.push(...outcome.value.entries)
      if (outcome.value.next === null) return ok(entries)
      page = { ...page, before: outcome.value.next }
    }
  }

  async function run(): Promise<void> {
    setBusy(true)
    const entries = await taken()
    const writer = await import('#documents/index.ts').catch(() => null)
    const done = entries.ok && writer === null ? refuse('network.unreachable') : entries
    if (!done.ok) notify({ tone: 'attention', text: textOf(done.problem) })
    else if (writer !== null) download(writer.writeAuditCsv(done.value), 'auditoria.csv', 'text/csv;charset=utf-8')
    setBusy(false)
  }

  return (
    <Button variant="default" loading={busy} onClick={() => void run()}>
      <Trans>Export</Trans>
    </Button>
  )
}
