import { actorOfUser, can } from '#domain/access/index.ts'
import { municipalityOfDocument, settingsOf, type User } from '#domain/documents/index.ts'
import { ok, type Result, type TemplateId } from '#domain/kernel/index.ts'
import { matchesSearch } from '#domain/search/index.ts'
import {
  crossFilterIn,
  factsOf,
  fits,
  singleAnswer,
  type StatisticsTexts,
  type StatisticsTextsQuery,
} from '#domain/statistics/index.ts'
import { keys } from '#domain/store/index.ts'
import { searchFor } from '../answers/search-for.ts'
import { wholeAnswer } from '../collections.ts'
import { pageOf, placeText } from '../paging.ts'
import type { Store } from '../ports.ts'
import { outlined } from './outlines.ts'
import { aggregatesOf, formFor } from './read-form.ts'
import { seesOf } from './sees.ts'

/** Whole answers that are read for one page: some 100 ms of the thread. A page may then be short, and the next goes on. */
const MOST_READ = 500
/** Answers that are read at once. */
const STRETCH = 25
/** Yes and no are words of whoever reads; a chart of them has no single answers. */
const WORDS = { yes: 'sí', no: 'no' }

/**
 * Single answers to one question, narrowed like its figures, the newest first, as many to a page as the municipality has settled (`statisticsPageSize`). Each is judged as in the list.
 * Refuses like the figures.
 */
export async function listTexts(
  store: Store,
  user: User,
  id: TemplateId,
  { question, sought, after, options, area, ...filter }: StatisticsTextsQuery,
): Promise<Result<StatisticsTexts>> {
  const form = await formFor(store, user, id)
  if (!form.ok) return form
  const path = municipalityOfDocument(form.value)
  const size = settingsOf((await store.get(keys.municipality(path))) ?? { path, settings: {} }).statisticsPageSize
  const answered = await aggregatesOf(store).versions(id, seesOf(user))
  const outline = await outlined(store, form.value, answered)
  const asked = outline.flatMap(({ questions }) => questions).find(({ key }) => key === question)
  if (asked === undefined) return ok({ texts: [] })
  const cross = crossFilterIn(outline, options)
  const search = await searchFor(store, { user, template: id, filter })
  const actor = actorOfUser(user)
  const texts: StatisticsTexts['texts'] = []
  let [place, read] = [after, 0]
  while (texts.length < size && read < MOST_READ) {
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
      if ((area !== undefined && answer.areas[0] !== area) || !fits(factsOf(answer), cross)) continue
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
      // The next page begins behind this one, wherever in the stretch it stands.
      place = placeText(entry.key, search.momentOf(entry.document))
      break
    }
    if (place === undefined) break
  }
  return ok({ texts, ...(place === undefined ? {} : { next: place }) })
}
