import { set, type Decision, type Found, type Key, type Write, keys } from '../../store/index.ts'
import { type Actor, actorOfUser, can, municipalitiesOf } from '../../access/index.ts'
import { checkFilePlaces, checkSubmission } from '../../answering/check-submission.ts'
import { composeAnswer, type ComposeFacts } from '../../answering/compose.ts'
import { takeCode } from '../../codes/codes.ts'
import type { Answer } from '../documents/answer.ts'
import type { FormTemplate } from '../../templates/documents/template.ts'
import type { HeldAnswer } from '../documents/held.ts'
import type { Holding } from '../../files/documents/holding.ts'
import { municipalityOfDocument } from '../../places/documents/areas-of.ts'
import type { User } from '../../users/documents/user.ts'
import type { Instant } from '../../kernel/instant.ts'
import { countryOf } from '../../kernel/path-parts.ts'
import type { Problem } from '../../kernel/problem.ts'
import { isGuest } from '../../kernel/author.ts'
import { type Caller, citizenActor, lacksPermit, permitFor } from './caller.ts'
import {
  asPermitted,
  citizenAsAuthor,
  namesWithoutPermit,
  recordKey,
  recordWrites,
  withOwnRecord,
} from './as-permitted.ts'
import { asCurrent } from './as-current.ts'
import { whyFull } from './why-full.ts'
import { citizenKeysOf, countCitizen } from './citizen-keys.ts'
import { isUnpaid } from '../../payments/entry.ts'
import { type DeviceRecord, hasServed } from '../../devices/fleet.ts'
import type { Submit } from '../../answering/submission.ts'
import type { Applied, Held, PushResult } from '../../sync/protocol.ts'
import { fileKey, fileOf, receiptOf, RETRY_MISSING_FILES, withoutPermit } from './stored-result.ts'

/** What the judgement on a submission must see. */
export function keysForSubmit(sent: Submit, caller: Caller, found: Found): readonly Key[] {
  const submit = asPermitted(sent, caller)
  const record = recordKey(submit, caller)
  const first = [
    keys.receipt(submit.id),
    keys.answer(submit.answer),
    keys.held(submit.answer),
    keys.deletedAnswer(submit.answer),
    keys.templateVersion(submit.template, submit.version),
    keys.template(submit.template),
    ...submit.files.map((file) => fileKey(caller, file.sha256)),
    ...(isGuest(caller.author) ? [] : [keys.user(caller.author)]),
    ...(record === undefined ? [] : [record]),
  ]
  const version = versionOf(submit, found)
  if (version === undefined) return first
  const municipality = municipalityOfDocument(version)
  const rest = [
    keys.municipality(municipality),
    keys.country(countryOf(municipality)),
    keys.templateCounter(submit.template),
    ...citizenKeysOf(submit.template, submit.header.citizen),
  ]
  // Seldom asked for: only when the account as it stands today has nothing to do with this form.
  const past =
    strangersRefusal(submit, caller, version, found) === null ? [] : [keys.device(submit.device, caller.author)]
  return [...first, ...rest, ...past]
}

/**
 * Judges a new answer, in this order: the earlier reason is truer, and only the sender of a whole answer learns that
 * its id is taken.
 *
 * | found | result |
 * |---|---|
 * | an own receipt of this mutation | the same result again, nothing written |
 * | another author | rejected |
 * | a citizen's own, without a permit | retry |
 * | a citizen or a record of the portal, named without an account and without a permit | rejected |
 * | the version was never saved, or the content cannot be an answer to it | rejected |
 * | a file that it names is not stored | retry |
 * | a file is stored and is not of the kind that its place takes | rejected |
 * | another's receipt; an answer under another mutation; another's, deleted, that can be brought back | rejected |
 * | template deleted, right or area withdrawn, blocked, limit, second answer | held, complete |
 * | nothing of this | applied, with the next code |
 */
export function decideSubmit(sent: Submit, caller: Caller, now: Instant, found: Found): Decision<PushResult> {
  const submit = withOwnRecord(asPermitted(sent, caller), caller, found)
  const { id, answer } = submit
  const rejected = (problem: Problem): Decision<PushResult> => ({
    result: { id, status: 'rejected', problem },
    writes: [],
  })

  const receipt = found.get(keys.receipt(id))
  if (receipt?.author === caller.author && receipt.result.answer === answer)
    return { result: receipt.result, writes: [] }
  if (submit.author !== caller.author) return rejected({ code: 'answer.author-mismatch' })
  if (lacksPermit(caller, submit)) return withoutPermit(id)
  if (namesWithoutPermit(submit, caller)) return rejected({ code: 'answer.citizen-on-public' })
  const version = versionOf(submit, found)
  if (version === undefined) return rejected({ code: 'template.version-unknown' })
  const checked = checkSubmission(version, submit)
  if (!checked.ok) return rejected(checked.problem)
  const stranger = strangersRefusal(submit, caller, version, found)
  if (stranger !== null) return rejected(stranger)

  const missing = submit.files
    .filter((file) => fileOf(caller, file.sha256, found)?.bytes !== file.bytes)
    .map((file) => file.sha256)
  if (missing.length > 0) {
    return {
      result: { id, status: 'retry', after: RETRY_MISSING_FILES, problem: { code: 'file.missing' }, missing },
      writes: [],
    }
  }
  const placed = checkFilePlaces(submit, filesOf(submit, caller, found))
  if (!placed.ok) return rejected(placed.problem)
  if (receipt !== undefined) return rejected({ code: 'answer.author-mismatch' })
  if (isTaken(submit, caller, found)) return rejected({ code: 'answer.exists-with-other-content' })
  const reason = reasonToHold(submit, caller, version, found)
  return reason === null
    ? apply(submit, caller, now, version, found)
    : hold(submit, caller, now, version, found, reason)
}

/**
 * Whether an id is another answer's. A second copy of a draft may come when the first was deleted; but anyone with the
 * id of another's deleted answer could keep it from being brought back, and write over what is kept of it.
 */
function isTaken({ answer }: Submit, { author }: Caller, found: Found): boolean {
  const deleted = found.get(keys.deletedAnswer(answer))
  const isGone = found.get(keys.answer(answer)) === undefined && found.get(keys.held(answer)) === undefined
  return !isGone || (deleted !== undefined && deleted.authorId !== author)
}

/**
 * Strangers to this form may not fill its holding area: the public on an internal form, staff of another municipality.
 * Their entry goes to quarantine on their device. A user who worked for this municipality when the device was last
 * heard of, and was moved or lost the account since, is no stranger: what they captured for it belongs to it.
 */
function strangersRefusal(submit: Submit, caller: Caller, version: FormTemplate, found: Found): Problem | null {
  const template = currentOf(submit, found) ?? version
  const actor = actorOf(submit, caller, found)
  if (actor !== null && can(actor, 'create', { kind: 'respuesta', template })) return null
  if (actor !== null && can(actor, 'create', { kind: 'respuesta', template: version })) return null
  const municipality = municipalityOfDocument(version)
  const colleague =
    (actor?.kind === 'staff' && municipalitiesOf(actor).includes(municipality)) ||
    hasServed(deviceOf(submit, caller, found), municipality)
  return colleague ? null : { code: 'access.forbidden' }
}

/** Why a complete and well-formed answer waits for a supervisor, or null. */
function reasonToHold(submit: Submit, caller: Caller, version: FormTemplate, found: Found): Problem | null {
  const template = currentOf(submit, found)
  if (template === undefined || template.deleted === true) return { code: 'template.deleted' }
  const municipality = municipalityOfDocument(version)
  const stored = found.get(keys.municipality(municipality))
  const country = found.get(keys.country(countryOf(municipality)))
  if (stored === undefined || stored.inhabilitado) return { code: 'municipality.blocked' }
  if (country === undefined || country.inhabilitado) return { code: 'country.blocked' }
  const actor = actorOf(submit, caller, found)
  if (actor === null || !can(actor, 'create', { kind: 'respuesta', template })) return { code: 'access.forbidden' }
  const answered = citizenKeysOf(submit.template, submit.header.citizen).some(
    (citizen) => found.get(citizen) !== undefined,
  )
  return whyFull(template, countOf(submit, found), answered)
}

function apply(
  submit: Submit,
  caller: Caller,
  now: Instant,
  version: FormTemplate,
  found: Found,
): Decision<PushResult> {
  const { id, answer } = submit
  const key = keys.municipality(municipalityOfDocument(version))
  const municipality = found.get(key)
  if (municipality === undefined) throw new Error('Held without its municipality')
  const { code, lastKeyNumber } = takeCode(municipality)
  const document = compose(submit, caller, now, version, found, code)
  const result: Applied = {
    id,
    answer,
    status: 'applied',
    version: document.version,
    code,
    receivedAt: now,
    receipt: receiptOf(submit.files),
    ...(isUnpaid(document) ? { unpaid: true } : {}),
  }
  const writes: Write[] = [
    set(keys.answer(answer), document),
    set(keys.receipt(id), { author: caller.author, result }),
    set(keys.templateCounter(submit.template), { count: countOf(submit, found) + 1 }),
    ...countCitizen(citizenKeysOf(submit.template, submit.header.citizen), found, 1),
    ...recordWrites(submit, caller),
  ]
  if (lastKeyNumber !== municipality.lastKeyNumber) {
    writes.push(set(key, { ...municipality, lastKeyNumber }))
  }
  return { result, writes }
}

/** Stores the answer whole, without a code, with its reason. It takes a code when a supervisor accepts it. */
function hold(
  submit: Submit,
  caller: Caller,
  now: Instant,
  version: FormTemplate,
  found: Found,
  reason: Problem,
): Decision<PushResult> {
  const { id, answer } = submit
  const result: Held = { id, answer, status: 'held', reason, receivedAt: now, receipt: receiptOf(submit.files) }
  const document: HeldAnswer = {
    id: answer,
    mutation: id,
    answer: compose(submit, caller, now, version, found, ''),
    reason,
    at: now,
    areas: version.areas,
    municipality: municipalityOfDocument(version),
    outcome: { kind: 'waiting' },
  }
  return {
    result,
    writes: [
      set(keys.held(answer), document),
      set(keys.receipt(id), { author: caller.author, result }),
      ...recordWrites(submit, caller),
    ],
  }
}

function compose(
  submit: Submit,
  caller: Caller,
  now: Instant,
  version: FormTemplate,
  found: Found,
  code: string,
): Answer {
  const author = citizenAsAuthor(submit, caller) ?? userOf(caller, found) ?? lastKnownOf(submit, caller, found)
  const municipality = found.get(keys.municipality(municipalityOfDocument(version)))
  const usarAWS = municipality?.usarAWS === true
  const composed = composeAnswer(version, submit, { code, now, author, files: filesOf(submit, caller, found), usarAWS })
  return asCurrent(composed, { filled: version, pricing: currentOf(submit, found) ?? version }, submit, now)
}

/** A user whose account is gone, as last known to their device: who decides about held work must know whose it is. */
function lastKnownOf(submit: Submit, caller: Caller, found: Found): ComposeFacts['author'] {
  const device = isGuest(caller.author) ? undefined : deviceOf(submit, caller, found)
  return device === undefined
    ? null
    : {
        id: device.userId,
        email: device.email,
        userMuniCore: '',
        firstName: device.name,
        lastName: '',
        inspectorID: '',
      }
}

/** What the server found in the bytes of each file. */
function filesOf(submit: Submit, caller: Caller, found: Found): ReadonlyMap<string, Holding> {
  return new Map(
    submit.files.flatMap(({ sha256 }) => {
      const stored = fileOf(caller, sha256, found)
      return stored === undefined ? [] : [[sha256, stored] as const]
    }),
  )
}

function versionOf(submit: Submit, found: Found): FormTemplate | undefined {
  return found.get(keys.templateVersion(submit.template, submit.version))
}

function currentOf(submit: Submit, found: Found): FormTemplate | undefined {
  return found.get(keys.template(submit.template))
}

function userOf(caller: Caller, found: Found): User | null {
  return isGuest(caller.author) ? null : (found.get(keys.user(caller.author)) ?? null)
}

function deviceOf(submit: Submit, caller: Caller, found: Found): DeviceRecord | undefined {
  return found.get(keys.device(submit.device, caller.author))
}

function actorOf(submit: Submit, caller: Caller, found: Found): Actor | null {
  const permit = permitFor(caller, submit)
  if (permit !== undefined) return citizenActor(permit)
  // Without a permit they may do what the public may: to a form of the portal, nothing.
  if (isGuest(caller.author)) return { kind: 'public' }
  const user = userOf(caller, found)
  return user === null ? null : actorOfUser(user)
}

function countOf(submit: Submit, found: Found): number {
  return found.get(keys.templateCounter(submit.template))?.count ?? 0
}
