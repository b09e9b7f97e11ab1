import { municipalityOfDocument, type Answer, type FormTemplate, type User } from '#domain/documents/index.ts'
import { exportedAnswerOf, versionOfAnswer, type ExportBatch, type ExportCall } from '#domain/exports/index.ts'
import { auditUnit } from '#domain/judgement/index.ts'
import { ok, refuse, toInstant, type Result, type TemplateId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { entriesSought, filterOf, isShownTo, listedForm, type Listed } from '../answers/list-answers.ts'
import type { Ports, Store } from '../ports.ts'
import { placeOf, signedPlace, type Place } from './place.ts'

/** Answers of one batch, at most. */
const MOST_ANSWERS = 250
/** Characters that the answers of a batch come to in the store, about: some 60 ms of the thread. */
const MOST_CHARACTERS = 2_500_000
/** Answers that one code or reference may have. */
const MOST_SOUGHT = 1_000
/** Answers that are read at once, at most; fewer while they are large. */
const MOST_AT_ONCE = 50

type By = { readonly user: User; readonly address: string | undefined }

/**
 * One batch of an export: answers of the form's list as this user sees it, the newest first. The first batch is noted in the log, so none is given without it.
 * Refuses as the list does, and with request.malformed for a place that this server has not given for this export.
 */
export async function generateCsv(ports: Ports, call: ExportCall, { user, address }: By): Promise<Result<ExportBatch>> {
  const { store } = ports
  const template = await listedForm(store, user, call.formData.id)
  if (!template.ok) return template
  const asked = { user, template: template.value.id, sought: call.filters.municipalityCodeId }
  const place = call.lastDoc === null ? undefined : await placeOf(ports, asked, call.lastDoc)
  if (call.lastDoc !== null && place === undefined) return refuse('request.malformed')

  const found = await (asked.sought === '' ? listed(store, asked, place) : sought(store, asked, place))
  if (!found.ok) return found
  const { entries, total } = found.value
  if (call.lastDoc === null)
    await note(
      ports,
      template.value,
      { user, address },
      { answers: total, ...(asked.sought === '' ? {} : { filtered: true }) },
    )

  const { read, answers, hidden } = await answersOf(ports, user, entries)
  const last = entries[read - 1]
  const isEnd = read === entries.length || last === undefined
  return ok({
    status: 'ok',
    answers: answers.map(exportedAnswerOf),
    lastDoc: isEnd ? null : await signedPlace(ports, asked, { value: createdAt(last), key: last.key }, call.lastDoc),
    total,
    hidden,
    versions: await versionsOf(ports, answers, new Set(call.sections)),
  })
}

type Asked = { readonly user: User; readonly template: TemplateId; readonly sought: string }
/** Summaries from a place on, one more than a batch holds if there are as many; `total`: wherever it begins. */
type Found = { readonly entries: readonly Listed[]; readonly total: number }

async function listed(store: Store, { user, template }: Asked, after: Place | undefined): Promise<Result<Found>> {
  const filter = filterOf(user, template)
  const order = { field: 'fechaCreacion', descending: true } as const
  const query = { ...filter, order, limit: MOST_ANSWERS + 1, ...(after === undefined ? {} : { after }) }
  const [entries, total] = await Promise.all([store.query(query), store.count(filter)])
  return ok({ entries, total })
}

/** Refuses with request.too-large: where all answers share one code (a municipality without a key of its own), it says nothing. */
async function sought(store: Store, asked: Asked, after: Place | undefined): Promise<Result<Found>> {
  const found = await entriesSought(store, asked.user, asked.template, asked.sought, MOST_SOUGHT + 1)
  if (found.length > MOST_SOUGHT) return refuse('request.too-large')
  const sorted = found
    .map((entry) => ({ entry, rank: `${createdAt(entry)}\n${entry.key}` }))
    .toSorted((a, b) => (a.rank < b.rank ? 1 : -1))
    .filter(({ rank }) => after === undefined || rank < `${after.value}\n${after.key}`)
  return ok({ entries: sorted.slice(0, MOST_ANSWERS + 1).map(({ entry }) => entry), total: found.length })
}

/** Personal data leaves in bulk: who took it, of which form and how much, stands in the log for good. */
async function note(
  { store, clock }: Ports,
  template: FormTemplate,
  { user, address }: By,
  details: Readonly<Record<string, number | boolean>>,
): Promise<void> {
  const act = { action: 'answers.exported', target: keys.template(template.id), by: user, from: address } as const
  const municipality = municipalityOfDocument(template)
  await store.commit(auditUnit({ ...act, municipality, details }, toInstant(clock())))
}

/** The whole answers behind some summaries, until they are enough for a batch. @returns how many of the summaries that took */
async function answersOf({ store }: Ports, user: User, entries: readonly Listed[]) {
  const most = Math.min(MOST_ANSWERS, entries.length)
  const answers: Answer[] = []
  let [read, hidden, characters, atOnce] = [0, 0, 0, 1]
  while (read < most && characters < MOST_CHARACTERS) {
    const stretch = entries.slice(read, Math.min(most, read + atOnce))
    const shown = stretch.filter((entry) => isShownTo(user, entry))
    const wanted = shown.map(({ document }) => keys.answer(document.summary.id))
    const found = await store.getMany(wanted)
    let [gone, size] = [0, 0]
    for (const key of wanted) {
      const answer = found.get(key)
      if (answer === undefined) gone += 1
      else {
        answers.push(answer)
        size += JSON.stringify(answer).length
      }
    }
    read += stretch.length
    hidden += stretch.length - shown.length + gone
    characters += size
    // Twice as many as before, and no more than fit into a tenth of a batch: one of megabytes does not come with fifty others.
    const fitting = Math.floor((stretch.length * MOST_CHARACTERS) / 10 / Math.max(size, 1))
    atOnce = Math.max(1, Math.min(MOST_AT_ONCE, 2 * atOnce, fitting))
  }
  return { read, answers, hidden }
}

/** What the form asked in the versions of these answers that the device lacks. */
async function versionsOf({ store }: Ports, answers: readonly Answer[], known: ReadonlySet<number>) {
  const first = new Map<number, Answer>()
  for (const answer of answers)
    if (!known.has(answer.templateVersion) && !first.has(answer.templateVersion))
      first.set(answer.templateVersion, answer)
  const wanted = [...first.values()].map((answer) => keys.templateVersion(answer.idPlantilla, answer.templateVersion))
  const found = await store.getMany(wanted)
  return [...first].map(([version, answer]) => {
    const kept = found.get(keys.templateVersion(answer.idPlantilla, version))
    return kept === undefined ? versionOfAnswer(answer) : { version, secciones: [...kept.secciones] }
  })
}

function createdAt({ document }: Listed): string {
  return document.summary.fechaCreacion
}
