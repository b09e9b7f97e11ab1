import { useLiveQuery } from 'dexie-react-hooks'
import type { FormTemplate } from '#domain/documents/index.ts'
import type { TemplateId } from '#domain/kernel/index.ts'
import type { OutboxEntry } from '#domain/sync/index.ts'
import {
  listAnswers,
  listDrafts,
  listEdits,
  listOutbox,
  loadTemplate,
  readMeta,
  type Draft,
  type EditSummary,
  type LocalAnswer,
} from '#local/index.ts'
import { useAccount, useFormTexts } from '#ui/index.ts'

export type DeviceWork = {
  readonly quarantined: readonly OutboxEntry[]
  /** waiting and sending, in the order in which they go */
  readonly outgoing: readonly OutboxEntry[]
  readonly drafts: readonly Draft[]
  /** forms that are being edited, the youngest first */
  readonly edits: readonly EditSummary[]
  readonly held: readonly LocalAnswer[]
  /** held, and not accepted; the youngest first */
  readonly discarded: readonly LocalAnswer[]
  /** the youngest first */
  readonly received: readonly LocalAnswer[]
  /** device clock of the last complete exchange, milliseconds */
  readonly pulledAt: number | undefined
  readonly titleOf: (work: { readonly template: TemplateId; readonly version: number }) => string
}

const RECEIVED_SHOWN = 10

/** Everything that the sync centre shows, read together, so that an entry is never in two lists or in none. */
export function useDeviceWork(): DeviceWork | undefined {
  const { local } = useAccount()
  const textOf = useFormTexts()
  const found = useLiveQuery(async () => {
    const [outbox, drafts, edits, answers, pulledAt] = await Promise.all([
      listOutbox(local),
      listDrafts(local),
      listEdits(local),
      listAnswers(local),
      readMeta(local, 'pulledAt'),
    ])
    const held = answers.filter(({ delivery }) => delivery?.kind === 'held')
    const discarded = answers.filter(({ delivery }) => delivery?.kind === 'discarded').slice(0, RECEIVED_SHOWN)
    const received = answers.filter(({ delivery }) => delivery?.kind === 'received').slice(0, RECEIVED_SHOWN)
    const forms = new Map<string, FormTemplate>()
    for (const { template, version } of [
      ...outbox.map(({ mutation }) => mutation),
      ...drafts,
      ...held,
      ...discarded,
      ...received,
    ]) {
      const key = `${template}/${version}`
      if (forms.has(key)) continue
      const form = (await loadTemplate(local, template, version)) ?? (await loadTemplate(local, template))
      if (form !== undefined) forms.set(key, form)
    }
    return { outbox, drafts, edits, held, discarded, received, pulledAt, forms }
  }, [local])
  if (found === undefined) return undefined
  const { outbox, drafts, edits, held, discarded, received, pulledAt, forms } = found
  return {
    quarantined: outbox.filter(({ state }) => state.kind === 'quarantined'),
    outgoing: outbox.filter(({ state }) => state.kind !== 'quarantined'),
    drafts,
    edits,
    held,
    discarded,
    received,
    pulledAt,
    titleOf: ({ template, version }) => {
      const form = forms.get(`${template}/${version}`)
      return form === undefined ? template : textOf(form, 'titulo')
    },
  }
}
