import { fillBucket, computeWait, type RateMeasure } from '#domain/limits/judge.ts'
import { withAudit } from '#domain/audit/index.ts'
import type { Caller } from '#domain/answers/judge/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import { keys, type Unit } from '#domain/store/index.ts'
import type { Mutation, PushResult, SendCopy } from '#domain/sync/index.ts'
import type { Core } from '../context.ts'
import { hashToBucket } from '../limits/buckets.ts'

type CopiesCore = Pick<Core, 'ports' | 'tuning'>

/**
 * Limits copies of answers by e-mail: per account, per answer, and per recipient in total. Excess copies are rejected,
 * because a retry would block all later changes of the answer. Sent copies are logged without addresses.
 * @param address network address of the request, if known
 */
export async function limitCopies(
  core: CopiesCore,
  caller: Caller,
  mutation: Mutation,
  address: string | undefined,
): Promise<(unit: Unit<PushResult>) => Unit<PushResult>> {
  if (mutation.kind !== 'answer.sendCopy') return (unit) => unit
  const { ports, tuning } = core
  const measures = await copyMeasures(tuning, caller, mutation)
  const user = await ports.store.get(keys.user(caller.author))
  const answer = await ports.store.get(keys.answer(mutation.answer))
  const now = ports.clock()
  return (unit) => {
    const measured: Unit<PushResult> = {
      keysFor: (found) => [...unit.keysFor(found), ...measures.map(({ key }) => key)],
      decide: (found) => {
        const decision = unit.decide(found)
        if (decision.writes.length === 0) return decision
        const { id } = decision.result
        const problem = findMissingConnector(core)
        if (problem !== null) return { result: { id, status: 'rejected', problem: { code: problem } }, writes: [] }
        const wait = Math.max(...measures.map((measure) => computeWait(measure, found.get(measure.key), now)))
        const counted = measures.map((measure) => fillBucket(measure, found.get(measure.key), now))
        if (wait === 0) return { result: decision.result, writes: [...decision.writes, ...counted] }
        const details = { seconds: Math.ceil(wait / 1000) }
        return { result: { id, status: 'rejected', problem: { code: 'request.too-many', details } }, writes: [] }
      },
    }
    if (user === undefined || answer === undefined) return measured
    const act = {
      action: 'answer.copied',
      target: keys.answer(mutation.answer),
      by: user,
      from: address,
      municipality: municipalityOfDocument(answer),
      details: { addresses: mutation.to.length, attachment: mutation.attachment !== undefined },
    } as const
    return withAudit(measured, act, toInstant(now))
  }
}

/** The missing service; a copy needs both e-mail and PDFs. */
function findMissingConnector({ ports }: CopiesCore): 'copy.not-configured' | 'pdf.not-configured' | null {
  if (ports.connectors?.mail === undefined) return 'copy.not-configured'
  return ports.pdfs === undefined ? 'pdf.not-configured' : null
}

async function copyMeasures(
  tuning: Core['tuning'],
  { author }: Caller,
  { answer, to }: SendCopy,
): Promise<readonly RateMeasure[]> {
  const addresses = [...new Set(to.map((one) => one.toLowerCase()))]
  const [ofAccount, ofAnswer, ...ofAddresses] = await Promise.all([
    hashToBucket('copies', author),
    hashToBucket('copies-of', answer),
    ...addresses.map((one) => hashToBucket('copies-to', one)),
  ])
  const cost = addresses.length
  // Addresses that share a bucket are added up, so that it is written once.
  const perAddress = [...Map.groupBy(ofAddresses, (key) => key)].map(([key, all]) => ({
    key,
    burst: tuning.copiesBurstPerAddress,
    interval: tuning.copiesIntervalPerAddress,
    cost: all.length,
  }))
  return [
    { key: ofAccount, burst: tuning.copiesBurst, interval: tuning.copiesInterval, cost },
    { key: ofAnswer, burst: tuning.copiesBurstPerAnswer, interval: tuning.copiesIntervalPerAnswer, cost },
    ...perAddress,
  ]
}
