import type { Answer } from '#domain/answers/index.ts'
import type { User } from '#domain/users/index.ts'
import { ok, type AnswerId, type Result } from '#domain/kernel/index.ts'
import { findNamedFile } from '../file-named.ts'
import { readSentCopies } from '../copies-of.ts'
import { findRecipientAnswers } from '../find-recipient.ts'
import { findAnswersByPayment } from '../find-paid.ts'
import { findAnswer } from '../find-answer.ts'
import { readIncidentStatus } from '../../jobs/incident-of.ts'
import { listFormAnswers } from '../list-answers.ts'
import { listPoints } from '../list-points.ts'
import { keys } from '#domain/store/index.ts'
import { readVersionsPage } from '../versions-of.ts'
import { serveFile } from '../serve-file.ts'
import { generateCsvBatch } from '../../exports/generate-csv.ts'
import type { Core } from '../../context.ts'
import { findHeldAnswer } from '../../jobs/find-held.ts'
import { refusalResponseForCode } from '../../http/problems.ts'
import { createAccountPace } from '../../limits/pace.ts'
import type { SomeHandlers } from '../../endpoints/serve.ts'
import type { Store } from '../../ports.ts'

/** Handlers for reading answers: the list of a form, one answer, one of its files, and its versions. */
export function answerHandlers({ ports, tuning }: Core) {
  const { store, files } = ports
  const pointsPace = createAccountPace(ports.clock, tuning.pointsBurst, tuning.pointsInterval)
  return {
    listAnswers: ({ user, query }) => listFormAnswers(ports, user, query),

    listAnswerPoints: async ({ user, query }) => {
      const pace = pointsPace(user.id)
      return pace.ok ? listPoints(ports, user, query) : pace
    },

    findRecipient: async ({ user, query }) => ok(await findRecipientAnswers(store, user, query)),

    findPaidAnswers: async ({ user, query }) => ok({ answers: await findAnswersByPayment(store, user, query.number) }),

    async readAnswer({ user, params }) {
      const answer = await findAnswer(store, user, params.id)
      return answer.ok ? ok({ answer: answer.value }) : answer
    },

    readIncident: ({ user, params }) => readIncidentStatus(store, user, params.id),

    async listAnswerVersions({ user, params, query: { before } }) {
      const answer = await findAnswer(store, user, params.id)
      if (!answer.ok) return answer
      const versions = await readVersionsPage(store, answer.value, before)
      return ok(before === undefined ? { ...versions, ...(await readSentCopies(store, answer.value)) } : versions)
    },

    async readAnswerVersion({ user, params: { id, version } }) {
      const answer = await findAnswer(store, user, id)
      if (!answer.ok || answer.value.version === version) return answer.ok ? ok({ answer: answer.value }) : answer
      // Higher versions belong to an earlier deleted answer with this id, which this user may not be allowed to read.
      if (version > answer.value.version) return refusalResponseForCode('answer.missing')
      const earlier = await store.get(keys.answerVersion(answer.value.id, version))
      return earlier === undefined ? refusalResponseForCode('answer.missing') : ok({ answer: earlier })
    },

    async readAnswerFile({ user, params, request }) {
      const answer = await withFiles(store, user, params.id)
      if (!answer.ok) return answer
      const file = findNamedFile(answer.value, params.sha256)
      return file === undefined ? refusalResponseForCode('file.missing') : serveFile(files, file, request)
    },

    generateCsv: ({ body, ...by }) => generateCsvBatch(ports, body, by),
  } satisfies SomeHandlers
}

/** The answer, or the held answer that the user may decide about, for its files. An id never belongs to both. */
async function withFiles(store: Store, user: User, id: AnswerId): Promise<Result<Answer>> {
  const answer = await findAnswer(store, user, id)
  if (answer.ok) return answer
  const held = await findHeldAnswer(store, user, id)
  return held.ok ? ok(held.value.answer) : answer
}
