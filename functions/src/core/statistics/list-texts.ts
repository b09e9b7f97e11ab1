import { actorOfUser, can } from '#domain/access/index.ts'
import { municipalityOfDocument, resolveSettings } from '#domain/places/index.ts'
import type { User } from '#domain/users/index.ts'
import { ok, type Result, type TemplateId } from '#domain/kernel/index.ts'
import { matchesSearch } from '#domain/search/index.ts'
import { singleAnswer, type StatisticsTexts, type StatisticsTextsQuery } from '#domain/statistics/index.ts'
import { keys } from '#domain/store/index.ts'
import { planSearch } from '../answers/search-for.ts'
import { completeAnswer } from '../collections.ts'
import { queryPage, formatPageBoundary } from '../paging.ts'
import type { Ports } from '../ports.ts'
import { readOutline } from '../counting/outlines.ts'
import { pickAggregates } from '../counting/of-form.ts'
import { findStatisticsForm } from './read-form.ts'
import { buildVisibility } from '../counting/sees.ts'

/**
 * Maximum full answers read for one page, about 100 ms of the thread. A page that reaches the limit may be short; the
 * next page continues from there.
 */
const MAX_ANSWERS_READ = 500
/** Answers read at once. */
const BATCH_SIZE = 25
/** Required by `singleAnswer` but never shown, because yes/no questions have no list of single answers. */
const YES_NO_PLACEHOLDERS = { yes: 'sí', no: 'no' }

/**
 * A page of single answers to one question, newest first (`statisticsPageSize`), with the filter of the figures. Each
 * answer is checked as in the list. Same refusals as the figures.
 */
export async function listTexts(
  ports: Pick<Ports, 'store' | 'clock'>,
  user: User,
  id: TemplateId,
  { question, sought, after, ...filter }: StatisticsTextsQuery,
): Promise<Result<StatisticsTexts>> {
  const { store } = ports
  const form = await findStatisticsForm(store, user, id)
  if (!form.ok) return form
  const path = municipalityOfDocument(form.value)
  const size = resolveSettings((await store.get(keys.municipality(path))) ?? { path, settings: {} }).statisticsPageSize
  const answered = await pickAggregates(store).versions(id, buildVisibility(user))
  const outline = await readOutline(store, form.value, answered)
  const asked = outline.flatMap(({ questions }) => questions).find(({ key }) => key === question)
  // Forms that hide small counts show no single answers, which would reveal exact numbers.
  if (asked === undefined || form.value.opcionales.hideSmallCounts) return ok({ texts: [] })
  const search = await planSearch(ports, { user, template: id, filter })
  const actor = actorOfUser(user)
  const texts: StatisticsTexts['texts'] = []
  let [place, read] = [after, 0]
  while (texts.length < size && read < MAX_ANSWERS_READ) {
    const page = await queryPage(search.among, {
      query: search.query,
      summaries: true,
      order: { field: search.orderedBy, descending: true },
      valueOf: search.momentOf,
      stretch: search.stretch,
      size: BATCH_SIZE,
      after: place,
      keeps: search.fits,
      most: 5_000,
    })
    const found = await store.getMany(page.entries.map(({ document }) => keys.answer(document.summary.id)))
    place = page.next
    for (const entry of page.entries) {
      read += 1
      const document = found.get(keys.answer(entry.document.summary.id))
      if (document === undefined || !can(actor, 'read', { kind: 'respuesta', document })) continue
      const answer = completeAnswer(document)
      const said = singleAnswer(answer, asked.measure, YES_NO_PLACEHOLDERS)
      if (said === undefined || (sought !== '' && !said.texts.some((text) => matchesSearch(text, sought)))) continue
      const { codigoMunicipio, fechaCreacion } = answer
      texts.push({
        answer: answer.id,
        codigoMunicipio,
        fechaCreacion,
        texts: [...said.texts],
        photos: [...said.photos],
      })
      if (texts.length < size) continue
      // The next page starts after this answer, even within a batch.
      place = formatPageBoundary(entry.key, search.momentOf(entry.document))
      break
    }
    if (place === undefined) break
  }
  return ok({ texts, ...(place === undefined ? {} : { next: place }) })
}
