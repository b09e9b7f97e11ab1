import { useLiveQuery } from 'dexie-react-hooks'
import { formatAnswerName, formatDeviceAnswerName } from '#domain/answering/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { AnswerId, TemplateId } from '#domain/kernel/index.ts'
import type { OutboxEntry } from '#domain/sync/index.ts'
import {
  listLocalAnswers,
  listDrafts,
  listTemplateEdits,
  listOutbox,
  loadTemplate,
  readMeta,
  type Draft,
  type TemplateEditSummary,
  type LocalAnswer,
} from '#local/index.ts'
import { useAccount, useFormTexts } from '#ui/index.ts'

/** Title of a line: citizen or subject, and the form. If unknown, the title is the form and `form` is null. */
export type WorkTitle = { readonly title: string; readonly form: string | null }

type FormVersionId = { readonly template: TemplateId; readonly version: number }

export type DeviceWork = {
  readonly quarantined: readonly OutboxEntry[]
  /** entries that wait or are being sent, in order */
  readonly outgoing: readonly OutboxEntry[]
  readonly drafts: readonly Draft[]
  /** forms being edited, latest first */
  readonly edits: readonly TemplateEditSummary[]
  readonly held: readonly LocalAnswer[]
  /** the latest rejected held answers, newest first */
  readonly discarded: readonly LocalAnswer[]
  /** the latest received answers, newest first */
  readonly received: readonly LocalAnswer[]
  /** device clock of the last complete sync, milliseconds */
  readonly pulledAt: number | undefined
  readonly titles: {
    readonly draft: (draft: Draft) => WorkTitle
    readonly answer: (answer: LocalAnswer) => WorkTitle
    readonly entry: (entry: OutboxEntry) => WorkTitle
  }
}

const RECEIVED_SHOWN = 10

/** All data of the sync centre, read again after each change. An entry of the outbox is in exactly one list. */
export function useDeviceWork(): DeviceWork | undefined {
  const { local } = useAccount()
  const formText = useFormTexts()
  const found = useLiveQuery(async () => {
    const [outbox, drafts, edits, answers, pulledAt] = await Promise.all([
      listOutbox(local),
      listDrafts(local),
      listTemplateEdits(local),
      listLocalAnswers(local),
      readMeta(local, 'pulledAt'),
    ])
    const heldAnswers = answers.filter(({ delivery }) => delivery?.kind === 'held')
    const discarded = answers.filter(({ delivery }) => delivery?.kind === 'discarded').slice(0, RECEIVED_SHOWN)
    const received = answers.filter(({ delivery }) => delivery?.kind === 'received').slice(0, RECEIVED_SHOWN)
    const forms = new Map<string, FormTemplate>()
    for (const { template, version } of [
      ...outbox.map(({ mutation }) => mutation),
      ...drafts,
      ...heldAnswers,
      ...discarded,
      ...received,
    ]) {
      const key = `${template}/${version}`
      if (forms.has(key)) continue
      const form = (await loadTemplate(local, template, version)) ?? (await loadTemplate(local, template))
      if (form !== undefined) forms.set(key, form)
    }
    const answersById = new Map(answers.map((answer) => [answer.id, answer]))
    return { outbox, drafts, edits, held: heldAnswers, discarded, received, pulledAt, forms, answerOf: answersById }
  }, [local])
  if (found === undefined) return undefined
  const { outbox, drafts, edits, held, discarded, received, pulledAt, forms, answerOf } = found
  const findForm = ({ template, version }: FormVersionId) => forms.get(`${template}/${version}`)
  const describeWork = (work: FormVersionId, name: string): WorkTitle => {
    const form = findForm(work)
    const title = form === undefined ? work.template : formText(form, 'titulo')
    return name === '' ? { title, form: null } : { title: name, form: title }
  }
  // Needs the answered form version, because an address may mean another question in other versions.
  const findSameVersion = (work: FormVersionId) => {
    const form = findForm(work)
    return form?.version === work.version ? form : undefined
  }
  const findAnswerName = (id: AnswerId, work: FormVersionId): string => {
    const answer = answerOf.get(id)
    return answer === undefined ? '' : formatDeviceAnswerName(findSameVersion(work), answer)
  }
  return {
    quarantined: outbox.filter(({ state }) => state.kind === 'quarantined'),
    outgoing: outbox.filter(({ state }) => state.kind !== 'quarantined'),
    drafts,
    edits,
    held,
    discarded,
    received,
    pulledAt,
    titles: {
      draft: (draft) => describeWork(draft, formatAnswerName(findSameVersion(draft), draft)),
      answer: (answer) => describeWork(answer, findAnswerName(answer.id, answer)),
      entry: ({ answer, mutation }) => describeWork(mutation, findAnswerName(answer, mutation)),
    },
  }
}
