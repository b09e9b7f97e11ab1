import { getRegistryNumber, type LinkScope } from '#domain/citizens/index.ts'
import { getUniqueCode, buildReference } from '#domain/codes/index.ts'
import { canUseLink, findOpenRequest, formatRequestMessage } from '#domain/corrections/index.ts'
import { translateField } from '#domain/templates/index.ts'
import { formatRecipientName, type Answer } from '#domain/answers/index.ts'
import { municipalityOfDocument, resolveSettings } from '#domain/places/index.ts'
import { addCostsUnit } from '#domain/limits/judge.ts'
import { ok, type Ok, type Result, type Language } from '#domain/kernel/index.ts'
import { mailAddressSchema } from '#domain/mail/index.ts'
import { keys } from '#domain/store/index.ts'
import type { JobOf } from '#domain/jobs/index.ts'
import { translatorFor } from '#locales/translator.ts'
import { deferWhileDeleted } from '../answers/while-deleted.ts'
import { lookUpCitizen } from '../citizens/check-citizen.ts'
import { hashToBucket } from '../limits/buckets.ts'
import { LINK_LIFETIME_MS, createCitizenLink } from '../citizens/links.ts'
import { JOB_NOT_NEEDED, type JobResult, type Connectors, type Mailer, type Ports } from '../ports.ts'
import type { Tuning } from '../tuning.ts'
import { formatGreeting, toGreetingName, flattenLines, toPlainLines, truncateSubject } from './plain-text.ts'
import type { WrittenEmail } from './write-email.ts'

type CitizenEmailPorts = Pick<Ports, 'store' | 'clock' | 'random'>
type Job = JobOf<'citizen.mail'>

const DAY = 24 * 60 * 60 * 1000
const SECOND = 1000

/**
 * E-mails the citizen of an answer about requested changes or a new state. Sends nothing without an address, or if the
 * answer has changed again; the later change has its own e-mail. The link is created now, opens only this answer, and
 * works while `canUseLink`. Refuses like the mail server and the registry. Waits while the answer is deleted, and when
 * the rate limit of e-mails about this answer or to this address is reached.
 */
export async function emailCitizen(
  ports: CitizenEmailPorts,
  connectors: Connectors & { readonly mail: Mailer },
  job: Job,
  tuning: Tuning,
): Promise<JobResult> {
  const { scope } = job.payload
  const answer = await ports.store.get(keys.answer(job.payload.answer))
  if (answer === undefined) return deferWhileDeleted(ports, job.payload.answer)
  if (!canUseLink(answer, scope)) return JOB_NOT_NEEDED
  const address = await findCitizenAddress(ports, connectors, { answer, by: job.payload.by }, tuning)
  if (!address.ok) return address
  if (address.value === undefined) return JOB_NOT_NEEDED
  const limitOutcome = job.attempts > 1 ? ok(true) : await spendEmailLimit(ports, answer, address.value, tuning)
  if (!limitOutcome.ok)
    return { ...limitOutcome, waits: Number(limitOutcome.problem.details?.['seconds'] ?? 1) * SECOND }
  const place = await ports.store.get(keys.municipality(municipalityOfDocument(answer)))
  const { language, codeHidden } = resolveSettings(place ?? { path: municipalityOfDocument(answer), settings: {} })
  const name = formatRecipientName(answer)
  const email = writeCitizenEmail(
    {
      name,
      title: translateField(answer, 'titulo', language),
      named: codeHidden ? buildReference(answer.id) : nameWithCodes(answer, language),
      municipality: answer.municipioInfo.nombre,
      about: describeForCitizen(answer, scope, language),
      link: await createCitizenPageUrl(ports, connectors, answer, scope),
      days: LINK_LIFETIME_MS / DAY,
    },
    language,
  )
  return connectors.mail.send({ to: { address: address.value, name: toGreetingName(name) }, ...email }, job.id)
}

/** The answer's code, with its earlier codes, which the citizen may know if a backup was restored since. */
function nameWithCodes({ id, codigoMunicipio, earlierCodes = [] }: Answer, language: Language): string {
  const code = getUniqueCode(codigoMunicipio) ?? buildReference(id)
  if (earlierCodes.length === 0) return code
  const i18n = translatorFor(language)
  return i18n._('{code} (before: {former})', { code, former: earlierCodes.join(', ') })
}

function describeForCitizen(answer: Answer, scope: LinkScope, language: Language): CitizenEmailFacts['about'] {
  const request = scope.kind === 'revision' ? findOpenRequest(answer) : undefined
  if (request !== undefined) return { asked: formatRequestMessage(answer, request) }
  const { estados } = answer
  const state = estados?.disponibles.find(({ id }) => id === estados.actual)
  return { state: state === undefined ? '' : translateField(state, 'nombre', language) }
}

/**
 * URL of the citizen's page of the answer, with a login link. Undefined when the page is not configured, or
 * `createCitizenLink` creates no link.
 */
async function createCitizenPageUrl(
  ports: CitizenEmailPorts,
  { revisionPage, viewPage }: Connectors,
  answer: Answer,
  scope: LinkScope,
): Promise<string | undefined> {
  const page = scope.kind === 'revision' ? revisionPage : viewPage
  const token = page === undefined ? undefined : await createCitizenLink(ports, answer, scope)
  return page === undefined || token === undefined ? undefined : `${page(answer.id)}/${token}`
}

/** The e-mail address in the answer; without one, the address in the registry, if the citizen is known there. */
async function findCitizenAddress(
  ports: CitizenEmailPorts,
  connectors: Connectors,
  { answer, by }: { readonly answer: Answer; readonly by: Job['payload']['by'] },
  tuning: Tuning,
): Promise<Ok<string | undefined> | Extract<JobResult, { ok: false }>> {
  const citizen = answer.datosCiudadano
  const given = mailAddressSchema.safeParse(citizen?.email.trim()).data
  if (citizen?.id === undefined || given !== undefined) return ok(given)
  const look = { answer, number: getRegistryNumber(citizen), asker: by ?? answer.authorId }
  const reply = await lookUpCitizen(ports, connectors, look, tuning)
  if (reply?.ok === false) return reply
  const registered = reply?.value
  const isTheirs = registered !== null && registered !== undefined && registered.id === citizen.id
  return ok(isTheirs ? mailAddressSchema.safeParse(registered.email.trim()).data : undefined)
}

/** Counts an e-mail in the limits for copies of this answer and copies to this address. */
async function spendEmailLimit(
  { store, clock }: CitizenEmailPorts,
  answer: Answer,
  address: string,
  tuning: Tuning,
): Promise<Result<true>> {
  const [ofAnswer, toAddress] = await Promise.all([
    hashToBucket('copies-of', answer.id),
    hashToBucket('copies-to', address.toLowerCase()),
  ])
  const { copiesBurstPerAnswer, copiesIntervalPerAnswer, copiesBurstPerAddress, copiesIntervalPerAddress } = tuning
  const measures = [
    { key: ofAnswer, burst: copiesBurstPerAnswer, interval: copiesIntervalPerAnswer, cost: 1 },
    { key: toAddress, burst: copiesBurstPerAddress, interval: copiesIntervalPerAddress, cost: 1 },
  ]
  return store.commit(addCostsUnit(measures, clock()))
}

/**
 * `named`: the answer's code or reference. `about`: requested changes or new state. `link`: undefined if the citizen
 * may not open the answer.
 */
export type CitizenEmailFacts = {
  readonly name: string
  readonly title: string
  readonly named: string
  readonly municipality: string
  readonly about: { readonly asked: string } | { readonly state: string }
  readonly link: string | undefined
  readonly days: number
}

/** An e-mail to the citizen of an answer. Names cannot add lines or headers; a supervisor's text keeps its lines. */
export function writeCitizenEmail(facts: CitizenEmailFacts, language: Language): WrittenEmail {
  const i18n = translatorFor(language)
  const { about, link, days } = facts
  const named = flattenLines(facts.named)
  const title = flattenLines(facts.title)
  const municipality = flattenLines(facts.municipality)
  const isAsked = 'asked' in about
  const state = isAsked ? '' : flattenLines(about.state)
  const subject = isAsked
    ? i18n._('Please correct your answer {named}: {title}', { named, title })
    : i18n._('Your answer {named} is in the state “{state}”: {title}', { named, state, title })
  const paragraphs = [
    formatGreeting(i18n, toGreetingName(facts.name)),
    isAsked
      ? i18n._('{municipality} asks you to correct your answer {named} to the form “{title}”:', {
          municipality,
          named,
          title,
        })
      : i18n._('Your answer {named} to the form “{title}” of {municipality} is now in the state “{state}”.', {
          named,
          title,
          municipality,
          state,
        }),
    ...(isAsked ? [toPlainLines(about.asked)] : []),
    ...(link === undefined
      ? []
      : [
          isAsked
            ? i18n._('To correct your answer, open this link within {days, plural, one {# day} other {# days}}:', {
                days,
              })
            : i18n._('To see your answer, open this link within {days, plural, one {# day} other {# days}}:', { days }),
          link,
          isAsked
            ? i18n._(
                'The link works once and opens only this answer. It stops working when the municipality closes or replaces this request.',
              )
            : i18n._('The link works once and opens only this answer. It stops working when the answer changes state.'),
        ]),
    i18n._(
      'This address does not receive replies. If this e-mail was not meant for you, delete it and tell {municipality}.',
      { municipality },
    ),
  ]
  return { subject: truncateSubject(subject), text: `${paragraphs.join('\n\n')}\n\n— Relevo\n` }
}
