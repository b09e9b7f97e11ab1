import { actorOfUser, can } from '#domain/access/index.ts'
import { municipalityOfDocument, settingsOf } from '#domain/places/index.ts'
import type { User } from '#domain/users/index.ts'
import { ok, type Result, type TemplateId } from '#domain/kernel/index.ts'
import { matchesSearch } from '#domain/search/index.ts'
import { singleAnswer, type StatisticsTexts, type StatisticsTextsQuery } from '#domain/statistics/index.ts'
import { keys } from '#domain/store/index.ts'
import { searchFor } from '../answers/search-for.ts'
import { wholeAnswer } from '../collections.ts'
import { pageOf, placeText } from '../paging.ts'
import type { Ports } from '../ports.ts'
import { outlined } from '../counting/outlines.ts'
import { aggregatesOf } from '../counting/of-form.ts'
import { formFor } from './read-form.ts'
import { seesOf } from '../counting/sees.ts'

/**
 * Maximum full answers read for one page, about 100 ms of the thread. A page that reaches the limit may be short; the
 * next page continues from there.
 */
const MAX_READ = 500
/** Answers read at once. */
const STRETCH = 25
/** Required by `singleAnswer` but never shown, because yes/no questions have no list of single answers. */
const WORDS = { yes: 'sí', no: 'no' }

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
  const form = await formFor(store, user, id)
  if (!form.ok) return form
  const path = municipalityOfDocument(form.value)
  const size = settingsOf((await store.get(keys.municipality(path))) ?? { path, settings: {} }).statisticsPageSize
  const answered = await aggregatesOf(store).versions(id, seesOf(user))
  const outline = await outlined(store, form.value, answered)
  const asked = outline.flatMap(({ questions }) => questions).find(({ key }) => key === question)
  // Forms that hide small counts show no single answers, which would reveal exact numbers.
  if (asked === undefined || form.value.opcionales.hideSmallCounts) return ok({ texts: [] })
  const search = await searchFor(ports, { user, template: id, filter })
  const actor = actorOfUser(user)
  const texts: StatisticsTexts['texts'] = []
  let [place, read] = [after, 0]
  while (texts.length < size && read < MAX_READ) {
    const page = await pageOf(search.among, {
      query: search.query,
      summaries: true,
      order: { field: search.orderedBy, descending: true },
      valueOf: search.momentOf,
      stretch: search.stretch,
      size: STRETCH,
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
      const answer = wholeAnswer(document)
      const said = singleAnswer(answer, asked.measure, WORDS)
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
      place = placeText(entry.key, search.momentOf(entry.document))
      break
    }
    if (place === undefined) break
  }
  return ok({ texts, ...(place === undefined ? {} : { next: place }) })
}
