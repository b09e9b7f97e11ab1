import { actorOfUser, can } from '#domain/access/index.ts'
import { formAsRead } from '#domain/answering/index.ts'
import type { Api } from '#domain/endpoints/index.ts'
import { reachesAnswer, reachesForm } from '#domain/integrations/index.ts'
import { toInstant, type Instant, type TemplateId } from '#domain/kernel/index.ts'
import { isKeptWhole, ownAnswersDaysOf } from '#domain/answers/index.ts'
import type { Core } from '../../context.ts'
import { NO_STORE } from '../../http/security-headers.ts'
import type { Staff } from '../../sessions/guard.ts'
import type { EndpointRequest, SomeHandlers } from '../../endpoints/serve.ts'
import { areaEntries } from '../../places/area-entries.ts'
import { FROM_THE_START, readCursor, writeCursor } from '../cursor.ts'
import { nextPage } from '../page.ts'
import type { Page, PageScope } from '../page.ts'
import { noteReport } from '../report.ts'
import { scopeOf, hashAccount } from '../scope.ts'
import { renewal } from '../../sessions/routes/session.ts'

/** Handlers for pulling changes since a cursor. */
export function pullHandlers(core: Core) {
  return {
    pull: (asked) => page(core, asked, undefined),
    pullWithReport: ({ body, ...asked }) => page(core, asked, body),
  } satisfies SomeHandlers
}

async function page(
  core: Core,
  { user, profile, live, query }: Omit<EndpointRequest<Api['pull']>, 'body'>,
  report: unknown,
): Promise<Response> {
  const { store, clock } = core.ports
  const scope = await scopeOf(profile)
  const cursor = query.scope === scope ? readCursor(query.cursor, store.eras) : undefined
  const [found, areas] = await Promise.all([
    nextPage(
      store,
      pageScopeOf({ user, profile, live }, toInstant(clock()), query.only),
      cursor ?? FROM_THE_START,
      core.tuning,
    ),
    areaEntries(store, profile.areas),
    noteReport(core, profile, report),
  ])
  const account = await hashAccount({ profile, areas })
  const about = cursor?.told === account ? {} : { profile, areas }
  const head = { serverTime: toInstant(clock()), scope, reset: cursor === undefined, ...about }
  const marked = { ...found, cursor: writeCursor(found.cursor, account, store.eras) }
  return new Response(written(head, marked), {
    headers: { 'content-type': 'application/json', ...NO_STORE, ...(await renewal(core, live)) },
  })
}

function pageScopeOf(
  { user, profile, live: { token } }: Staff,
  now: Instant,
  only: TemplateId | '' | undefined,
): PageScope {
  const actor = actorOfUser(user)
  const isAsked = (form: TemplateId): boolean => only === undefined || form === only
  return {
    areas: user.areas,
    author: user.id,
    sees: {
      template: (template) => {
        const isWithin = token === undefined || reachesForm(token, template)
        const isRead = isAsked(template.id) && can(actor, 'read', { kind: 'formulario', document: template })
        return isWithin && isRead ? formAsRead(actor, template) : undefined
      },
      answer: (answer) =>
        (token === undefined || reachesAnswer(token, answer)) &&
        isAsked(answer.idPlantilla) &&
        can(actor, 'read', { kind: 'respuesta', document: answer }),
    },
    isWhole: (summary) => isKeptWhole(summary, now, ownAnswersDaysOf(profile)),
  }
}

/** Serialises the response; documents are inserted as the text that was measured. */
function written(head: object, page: Omit<Page, 'cursor'> & { readonly cursor: string }): string {
  const { templates, answers, olderAnswers, held, ...rest } = page
  const small = JSON.stringify({ ...head, ...rest })
  const lists = Object.entries({ templates, answers, olderAnswers, held }).map(
    ([name, texts]) => `,"${name}":[${texts.join(',')}]`,
  )
  return `${small.slice(0, -1)}${lists.join('')}}`
}
