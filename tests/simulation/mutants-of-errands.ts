import type { Mutant } from './mutants.ts'

const WEATHER = { fault: 'outside system down or twice', step: 'jobs' } as const
const BROUGHT_BACK = { fault: 'database restored from a backup', step: 'jobs' } as const

/** Bugs in calls of other systems: citizens, messages to them, e-mails. */
export const MUTANTS_OF_ERRANDS: readonly Mutant[] = [
  {
    name: 'a citizen whom nobody could be asked about is never asked about again',
    at: WEATHER,
    file: 'functions/src/core/citizens/check-citizen.ts',
    find: 'if (reply === undefined) return JOB_NOT_NEEDED if (!reply.ok) return reply',
    replace: "if (reply?.ok !== true) return ok({ id: '' })",
  },
  {
    name: 'whoever has the number is taken for the citizen',
    file: 'src/domain/answers/judge/settle-citizen.ts',
    find: 'if (found !== null && isTheirs && isSameCitizen(citizen, found))',
    replace: 'if (found !== null && isTheirs)',
  },
  {
    name: 'an id that comes along is believed',
    file: 'src/domain/citizens/registered.ts',
    find: 'return ofPortal ? citizen : { ...citizen, _source: CITIZEN_SOURCE.claimed }',
    replace: 'return { ...citizen, _source: ofPortal ? citizen._source : CITIZEN_SOURCE.registry }',
  },
  {
    name: 'an id that the registry does not bear out stays',
    file: 'src/domain/answers/judge/settle-citizen.ts',
    find: 'return citizen.id === undefined ? answer : { ...answer, datosCiudadano: removeUnverifiedId(citizen) }',
    replace: 'return answer',
  },
  {
    name: 'whom the registry does not know is listed for nobody',
    file: 'src/domain/answers/judge/settle-citizen.ts',
    find: 'const open = hadRegisteredCitizen ? [] :',
    replace: 'const open = hadRegisteredCitizen || found === null ? [] :',
  },
  {
    name: 'the registry is asked to create under another key each time',
    file: 'functions/src/core/citizens/unsettled.ts',
    find: '`answer~${answer.id}~${dni}`',
    replace: '`answer~${answer.id}~${core.ports.clock()}`',
  },
  {
    name: 'a message goes under another key each time',
    at: WEATHER,
    file: 'functions/src/core/jobs/citizen-jobs.ts',
    find: '},\n    },\n    id,\n  )',
    replace: '},\n    },\n    `${id}~${Math.random()}`,\n  )',
  },
  {
    name: 'a mail goes under another key each time',
    at: WEATHER,
    file: 'functions/src/core/mail/send-queued-email.ts',
    find: 'return mailer.send(message, id)',
    replace: 'return mailer.send(message, `${id}~${Math.random()}`)',
  },
  {
    name: 'the portal is not told again what holds by then',
    file: 'functions/src/core/jobs/citizen-jobs.ts',
    find: 'if (sent?.estado === estado) return sent.outcome',
    replace: 'if (sent !== undefined) return sent.outcome',
  },
  {
    name: 'what the public has sent and no answer names stays for ever',
    file: 'functions/src/core/uploads/holdings.ts',
    find: 'isPublic ? tuning.publicFileLife : ORPHAN_LIFETIME_MS',
    replace: 'isPublic ? 1e12 : ORPHAN_LIFETIME_MS',
  },
  {
    name: 'a file that an answer names keeps its end',
    file: 'src/domain/answers/judge/stored-result.ts',
    find: 'if (!isCounted || namedBy.includes(answer)) return []',
    replace: 'if (!isCounted || namedBy.includes(answer) || document.author.length > 0) return []',
  },
  {
    name: 'a deleted answer is erased after a day',
    file: 'src/domain/answers/judge/deleted-answer.ts',
    find: 'toInstant(toMilliseconds(now) + days * DAY)',
    replace: 'toInstant(toMilliseconds(now) + DAY)',
  },
  {
    name: 'a message of a webhook whose try failed counts as delivered',
    at: WEATHER,
    file: 'src/domain/integrations/judge/webhook-tries.ts',
    find: "state: isDelivered ? 'delivered' : undelivered",
    replace: "state: 'delivered'",
  },
  {
    name: 'a message of a webhook that is sent again has another id',
    at: WEATHER,
    file: 'functions/src/core/integrations/send-webhook.ts',
    find: 'return { url, id: message, at: now, body,',
    replace: 'return { url, id: `${message}~${now}`, at: now, body,',
  },
  {
    name: 'an incident does not wait for its citizen',
    file: 'functions/src/core/jobs/handlers.ts',
    find: "if (!requestedKeys.some((key) => documents.get(key)?.state === 'waiting')) return 0",
    replace: 'if (requestedKeys.length >= 0) return 0',
  },
  {
    name: 'no webhook is told of a deletion',
    file: 'src/domain/integrations/judge/webhook-events.ts',
    find: "return before === undefined ? [] : ['answer.deleted']",
    replace: 'return []',
  },
  {
    name: 'what webhooks are told is named by its version',
    seen: 44,
    at: BROUGHT_BACK,
    file: 'src/domain/integrations/judge/webhook-events.ts',
    find: '`msg_${cause ?? `${answer.id}_${version}`}_${SHORT[event]}`',
    replace: '`msg_${answer.id}_${version}_${SHORT[event]}`',
  },
]
