import { withAudit } from '#domain/audit/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import { keys, type Unit } from '#domain/store/index.ts'
import { mutationSchema, convertProtocol, type Mutation, type PushResult, withRowLists } from '#domain/sync/index.ts'
import { mutationUnit, type Caller } from '#domain/answers/judge/index.ts'
import { withJobs } from '#domain/jobs/judge/index.ts'
import { hasProtoKey, parseLimited } from '../http/body.ts'
import type { Core } from '../context.ts'
import { supportedJobs } from '../jobs/handlers.ts'
import { limitCopies } from './copies-rate-limit.ts'
import { changesRateLimit, type ChangesRateLimit } from './changes-rate-limit.ts'

/** Seconds after which a device may retry when the store was busy. */
const BUSY_RETRY_AFTER = 5
const MAX_ECHOED_ID_LENGTH = 64

/**
 * Processes the mutations of one push: one result each, in order, without throwing.
 * Different answers are committed at once, so that the store can combine the commits. Mutations of one answer run one
 * by one. If one of them must be retried, the later ones wait, because they build on it.
 * @param mutations unparsed; an invalid mutation is rejected without affecting the others
 * @param sent `protocol`: the device's version, from which mutations are converted; `address`: network address, if
 * known
 */
export async function processMutations(
  core: Core,
  caller: Caller,
  mutations: readonly unknown[],
  { protocol, address }: { readonly protocol: number; readonly address?: string | undefined },
): Promise<readonly PushResult[]> {
  const limited = await changesRateLimit(core, caller.author)
  const lastOfAnswer = new Map<string, Promise<PushResult>>()
  const judged = mutations.map((raw): Promise<PushResult> => {
    const said = convertProtocol('mutation', raw, protocol, { earlier: core.options.earlier })
    const parsed = parseLimited(mutationSchema, withRowLists('mutation', said))
    if (parsed?.success !== true || hasProtoKey(raw)) return Promise.resolve(rejectMalformed(raw))
    const mutation = parsed.data
    const before = lastOfAnswer.get(mutation.answer)
    const begin = (): Promise<PushResult> => processMutation(core, caller, mutation, { limited, address })
    const result =
      before === undefined
        ? begin()
        : before.then((earlier) =>
            earlier.status === 'retry' ? { ...earlier, id: mutation.id, missing: [] } : begin(),
          )
    lastOfAnswer.set(mutation.answer, result)
    return result
  })
  return Promise.all(judged)
}

type Bounds = { readonly limited: ChangesRateLimit; readonly address: string | undefined }

/** Processes a single mutation. A failed commit is logged and results in a retry. */
export async function processMutation(
  core: Core,
  caller: Caller,
  mutation: Mutation,
  { limited, address }: Bounds,
): Promise<PushResult> {
  try {
    const { store, clock, connectors } = core.ports
    const now = toInstant(clock())
    const copies = await limitCopies(core, caller, mutation, address)
    const noted = await withDeletionAudit(core, caller, mutation, address)
    const unit = noted(copies(limited(mutationUnit(mutation, caller, now))))
    return await store.commit(withJobs(unit, supportedJobs(connectors), now))
  } catch (error) {
    // A commit writes all or nothing, so the same mutation can be sent again.
    core.ports.log.error('push.commit-failed', { mutation: mutation.id, error: String(error) })
    return { id: mutation.id, status: 'retry', after: BUSY_RETRY_AFTER, problem: { code: 'server.busy' }, missing: [] }
  }
}

function rejectMalformed(raw: unknown): PushResult {
  return { id: readRawId(raw), status: 'rejected', problem: { code: 'request.malformed' } }
}

/** The mutation's id, by which the device finds its entry; empty when missing or invalid. */
function readRawId(raw: unknown): string {
  if (typeof raw !== 'object' || raw === null || !Object.hasOwn(raw, 'id')) return ''
  const { id } = raw as { readonly id: unknown }
  return typeof id === 'string' && id.length <= MAX_ECHOED_ID_LENGTH && id.isWellFormed() ? id : ''
}

/**
 * Adds an audit entry to the unit that deletes an answer.
 * @param address network address of the request, if known
 */
async function withDeletionAudit(
  { ports }: Pick<Core, 'ports'>,
  caller: Caller,
  mutation: Mutation,
  address: string | undefined,
): Promise<(unit: Unit<PushResult>) => Unit<PushResult>> {
  if (mutation.kind !== 'answer.delete') return (unit) => unit
  const [user, answer] = await Promise.all([
    ports.store.get(keys.user(caller.author)),
    ports.store.get(keys.answer(mutation.answer)),
  ])
  if (user === undefined || answer === undefined) return (unit) => unit
  const act = {
    action: 'answer.deleted',
    target: keys.answer(mutation.answer),
    by: user,
    from: address,
    municipality: municipalityOfDocument(answer),
    details: { code: answer.codigoMunicipio },
  } as const
  return (unit) => withAudit(unit, act, toInstant(ports.clock()))
}
