import { actorOfUser, can } from '#domain/access/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import { auditUnit } from '#domain/audit/index.ts'
import { CITIZEN_SESSION_MS, endCitizenUnit } from '#domain/citizens/judge.ts'
import { ok, refuse, toInstant } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { findNamedFile } from '../../answers/file-named.ts'
import { serveFile } from '../../answers/serve-file.ts'
import type { Core } from '../../context.ts'
import { refusalResponseForCode } from '../../http/problems.ts'
import type { SomeHandlers } from '../../endpoints/serve.ts'
import { createAddressPace } from '../../limits/by-address.ts'
import { createAccountPace } from '../../limits/pace.ts'
import { supportedJobs } from '../../jobs/handlers.ts'
import { openCitizenForm } from '../find-form.ts'
import { createCitizenLink } from '../links.ts'
import { logInCitizen } from '../log-in.ts'
import { listCitizenAnswers } from '../list-own.ts'
import { findOwnAnswer, readCitizenAnswer, withdrawAnswer } from '../own-answers.ts'
import { issuePermit } from '../permits.ts'
import { visitReply } from '../visits.ts'

/**
 * Rate limit of logins from one network address, in milliseconds. All computers of a town hall may share an address,
 * and each login calls the portal.
 */
const LOGINS = { burst: 30, interval: 2_000 }
/** Rate limit of all logins together, to protect the portal. */
const TOTAL_LOGINS = { burst: 600, interval: 50 }
/** Rate limit of one citizen's reads of lists, answers and photos. */
const READS = { burst: 240, interval: 500 }

/** Handlers of the citizen portal (part 3, points 2 and 7). */
export function portalHandlers(core: Core) {
  const { store, clock, files } = core.ports
  const logins = createAddressPace(clock, LOGINS)
  const loginsOfAll = createAccountPace(clock, TOTAL_LOGINS.burst, TOTAL_LOGINS.interval)
  const reads = createAccountPace(clock, READS.burst, READS.interval)
  return {
    async getCitizenLoginWithOaToken({ body, address }) {
      const paced = logins(address)
      if (!paced.ok) return paced
      if (!loginsOfAll('all').ok) return refuse('server.busy', { seconds: 5 })
      const entered = await logInCitizen(core, body)
      // The token is not logged.
      const from = address ?? ''
      if (entered.ok) core.ports.log.info('citizen.entered', { account: entered.value.visit.author, from })
      else core.ports.log.info('citizen.refused', { why: entered.problem.code, from })
      return entered
    },

    async getCitizenOAToken({ user, body: { citizenId, respuesta }, address }) {
      const answer = await store.get(keys.answer(respuesta))
      const may = answer !== undefined && can(actorOfUser(user), 'correct', { kind: 'respuesta', document: answer })
      if (answer === undefined || !may || answer.datosCiudadano?.id !== citizenId) return refuse('answer.missing')
      const valor = await createCitizenLink(core.ports, answer)
      if (valor === undefined) return refuse('answer.nothing-asked')
      const [target, municipality] = [keys.answer(respuesta), municipalityOfDocument(answer)]
      const act = { action: 'citizen.link-made', target, by: user, from: address, municipality } as const
      await store.commit(auditUnit(act, toInstant(clock())))
      return ok({ valor })
    },

    readCitizenVisit: async ({ visit }) =>
      ok(visitReply(visit.session, visit.municipality, clock(), CITIZEN_SESSION_MS)),

    async endCitizenVisit({ visit }) {
      await store.commit(endCitizenUnit(visit.key))
      return ok(null)
    },

    async readCitizenForm({ visit, params }) {
      const paced = reads(visit.session.author)
      return paced.ok ? openCitizenForm(store, params.id, visit) : paced
    },

    async givePermit({ visit, body }) {
      const paced = reads(visit.session.author)
      return paced.ok ? issuePermit(core, visit, body) : paced
    },

    async listOwnAnswers({ visit }) {
      const paced = reads(visit.session.author)
      return paced.ok ? listCitizenAnswers(store, visit) : paced
    },

    async readOwnAnswer({ visit, params }) {
      const paced = reads(visit.session.author)
      return paced.ok ? readCitizenAnswer(core.ports, visit, params.id) : paced
    },

    async readOwnAnswerFile({ visit, params, request }) {
      const answer = await findOwnAnswer(store, visit, params.id)
      if (!answer.ok) return answer
      const file = findNamedFile(answer.value, params.sha256)
      return file === undefined ? refusalResponseForCode('file.missing') : serveFile(files, file, request)
    },

    withdrawOwnAnswer: ({ visit, params, body }) =>
      withdrawAnswer(core, visit, { id: params.id, version: body.version }, supportedJobs(core.ports.connectors)),
  } satisfies SomeHandlers
}
