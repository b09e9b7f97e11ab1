import { toPublishedAnswer, toPublishedLine, toPublishedTemplate, toTemplateLine } from '#domain/integrations/index.ts'
import { ok, refuse, type AreaPath } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { toListedAnswer } from '#domain/answers/index.ts'
import { serveFile } from '../../answers/serve-file.ts'
import type { Core } from '../../context.ts'
import type { SomeHandlers } from '../../endpoints/serve.ts'
import {
  encodeCursor,
  readPublishedHistory,
  listPublished,
  decodeCursor,
  findPublishedAnswer,
  mayReadForm,
} from '../read-answers.ts'
import { queryPage } from '../../paging.ts'
import { readAreaPaths } from '../../places/all-places.ts'
import type { Store } from '../../ports.ts'

/** Handlers of the published API; `src/domain/integrations` defines its format. */
export function v1Handlers({ ports }: Core) {
  const { store, files } = ports
  return {
    async v1ListTemplates({ token, user, query: { limit, cursor } }) {
      const after = decodeCursor(cursor)
      if (!after.ok) return after
      const values = token.areas.length > 0 ? token.areas : await readAreaPaths(store, [token.municipality])
      if (values.length === 0) return ok({ templates: [], next: null })
      const page = await queryPage(store, {
        query: { collection: 'formularios', where: { deleted: false }, containsAny: { field: 'areas', values } },
        order: { field: 'titulo', descending: false },
        valueOf: ({ titulo }) => titulo,
        size: limit,
        after: after.value,
        keeps: (form) => mayReadForm({ token, user }, form),
      })
      const nameOf = await areaNames(
        store,
        page.entries.flatMap(({ document }) => document.areas),
      )
      return ok({
        templates: page.entries.map(({ document }) => toTemplateLine(document, nameOf)),
        next: encodeCursor(page.next),
      })
    },

    async v1ReadTemplate({ token, user, params: { id } }) {
      const form = await store.get(keys.template(id))
      if (form === undefined || !mayReadForm({ token, user }, form)) return refuse('template.missing')
      return ok(toPublishedTemplate(form, await areaNames(store, form.areas)))
    },

    v1ListAnswers: ({ token, user, query }) => listPublished(ports, { token, user }, query),

    async v1ReadAnswer({ token, user, params: { id } }) {
      const answer = await findPublishedAnswer(store, { token, user }, id)
      if (!answer.ok) return answer
      return ok(toPublishedAnswer(answer.value, toPublishedLine(toListedAnswer(answer.value))))
    },

    async v1ReadHistory({ token, user, params: { id }, query: { before } }) {
      const answer = await findPublishedAnswer(store, { token, user }, id)
      return answer.ok ? ok(await readPublishedHistory(store, answer.value, before)) : answer
    },

    async v1ReadFile({ token, user, params: { id, sha256 }, request }) {
      const answer = await findPublishedAnswer(store, { token, user }, id)
      if (!answer.ok) return answer
      const file = answer.value.files.find((one) => one.sha256 === sha256)
      return file === undefined ? refuse('file.missing') : serveFile(files, file, request)
    },
  } satisfies SomeHandlers
}

/** @returns the name of each area; empty for a deleted one */
async function areaNames(store: Store, areas: readonly AreaPath[]): Promise<(area: AreaPath) => string> {
  const found = await store.getMany([...new Set(areas)].map((area) => keys.area(area)))
  return (area) => found.get(keys.area(area))?.nombre ?? ''
}
