import type { Answer } from '#domain/answers/index.ts'
import type { User } from '#domain/users/index.ts'
import { ok, type AnswerId, type Result } from '#domain/kernel/index.ts'
import { fileNamed } from '../file-named.ts'
import { copiesOf } from '../copies-of.ts'
import { findRecipient } from '../find-recipient.ts'
import { findPaid } from '../find-paid.ts'
import { findAnswer } from '../find-answer.ts'
import { incidentOf } from '../../jobs/incident-of.ts'
import { listAnswers } from '../list-answers.ts'
import { listPoints } from '../list-points.ts'
import { keys } from '#domain/store/index.ts'
import { versionsOf } from '../versions-of.ts'
import { serveFile } from '../serve-file.ts'
import { generateCsv } from '../../exports/generate-csv.ts'
import type { Core } from '../../context.ts'
import { findHeld } from '../../jobs/find-held.ts'
import { refusedFor } from '../../http/problems.ts'
import { createPace } from '../../limits/pace.ts'
import type { SomeHandlers } from '../../endpoints/serve.ts'
import type { Store } from '../../ports.ts'

/** Handlers for reading answers: the list of a form, one answer, one of its files, and its versions. */
export function answerHandlers({ ports, tuning }: Core) {
  const { store, files } = ports
  const pointsPace = createPace(ports.clock, tuning.pointsBurst, tuning.pointsInterval)
  return {
    listAnswers: ({ user, query }) => listAnswers(ports, user, query),

    listAnswerPoints: async ({ user, query }) => {
      const pace = pointsPace(user.id)
      return pace.ok ? listPoints(ports, user, query) : pace
    },

    findRecipient: async ({ user, query }) => ok(await findRecipient(store, user, query)),

    findPaidAnswers: async ({ user, query }) => ok({ answers: await findPaid(store, user, query.number) }),

    async readAnswer({ user, params }) {
      const answer = await findAnswer(store, user, params.id)
      return answer.ok ? ok({ answer: answer.value }) : answer
    },

    readIncident: ({ user, params }) => incidentOf(store, user, params.id),

    async listAnswerVersions({ user, params, query: { before } }) {
      const answer = await findAnswer(store, user, params.id)
      if (!answer.ok) return answer
      const versions = await versionsOf(store, answer.value, before)
      return ok(before === undefined ? { ...versions, ...(await copiesOf(store, answer.value)) } : versions)
    },

    async readAnswerVersion({ user, params: { id, version } }) {
      const answer = await findAnswer(store, user, id)
      if (!answer.ok || answer.value.version === version) return answer.ok ? ok({ answer: answer.value }) : answer
      // Higher versions belong to an earlier deleted answer with this id, which this user may not be allowed to read.
      if (version > answer.value.version) return refusedFor('answer.missing')
      const earlier = await store.get(keys.answerVersion(answer.value.id, version))
      return earlier === undefined ? refusedFor('answer.missing') : ok({ answer: earlier })
    },

    async readAnswerFile({ user, params, request }) {
      const answer = await withFiles(store, user, params.id)
      if (!answer.ok) return answer
      const file = fileNamed(answer.value, params.sha256)
      return file === undefined ? refusedFor('file.missing') : serveFile(files, file, request)
    },

    generateCsv: ({ body, ...by }) => generateCsv(ports, body, by),
  } satisfies SomeHandlers
}

/** The answer, or the held answer that the user may decide about, for its files. An id never belongs to both. */
async function withFiles(store: Store, user: User, id: AnswerId): Promise<Result<Answer>> {
  const answer = await findAnswer(store, user, id)
  if (answer.ok) return answer
  const held = await findHeld(store, user, id)
  return held.ok ? ok(held.value.answer) : answer
}
