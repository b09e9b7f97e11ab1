import { actorOfUser, can } from '#domain/access/index.ts'
import { isAnswerWithinRestriction } from '#domain/integrations/index.ts'
import { ok, toInstant, type AnswerId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Core } from '../../context.ts'
import type { PartialHandlers } from '../../endpoints/serve.ts'
import { isDeletionLost } from '../ended.ts'

/** Handler that tells a device which of the mutations that it has kept are missing here. */
export function createLostMutationHandlers(core: Core) {
  const { store, clock } = core.ports
  return {
    async listLacking({ user, live, body }) {
      const receipts = await store.getMany(body.mutations.map(({ id }) => keys.receipt(id)))
      // Receipts of other authors also count as present, so that ids cannot be probed.
      const lacking = body.mutations.filter(({ id }) => receipts.get(keys.receipt(id)) === undefined)
      const answers = [...new Set(lacking.map(({ answer }) => answer))]
      const found = await store.getMany(answers.flatMap((id) => [keys.answer(id), keys.deletedAnswer(id)]))
      const actor = actorOfUser(user)
      const isReadable = (id: AnswerId): boolean => {
        const answer = found.get(keys.answer(id))
        const isCovered =
          answer !== undefined && (live.token === undefined || isAnswerWithinRestriction(live.token, answer))
        return isCovered && can(actor, 'read', { kind: 'respuesta', document: answer })
      }
      const ended = new Set(answers.filter((id) => isDeletionLost(core.ports, id, found)))
      const submitted = new Set(lacking.flatMap(({ kind, answer }) => (kind === 'answer.submit' ? [answer] : [])))
      const gone = lacking.filter(({ kind, answer }) => {
        if (kind === 'answer.submit' || submitted.has(answer)) return ended.has(answer)
        return !isReadable(answer)
      })
      return ok({
        serverTime: toInstant(clock()),
        lacking: lacking.map(({ id }) => id),
        gone: gone.map(({ id }) => id),
      })
    },
  } satisfies PartialHandlers
}
