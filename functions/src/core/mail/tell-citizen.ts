import { numberOf, type LinkScope } from '#domain/citizens/index.ts'
import { ownCode, provisionalReference } from '#domain/codes/index.ts'
import { mayLink, openRequestOf, requestMessageOf } from '#domain/corrections/index.ts'
import { inLanguage } from '#domain/templates/index.ts'
import { recipientOf, type Answer } from '#domain/answers/index.ts'
import { municipalityOfDocument, settingsOf } from '#domain/places/index.ts'
import { spending } from '#domain/limits/judge.ts'
import { ok, type Ok, type Result } from '#domain/kernel/index.ts'
import { mailAddressSchema } from '#domain/mail/index.ts'
import { keys } from '#domain/store/index.ts'
import type { JobOf } from '#domain/jobs/index.ts'
import { whileDeleted } from '../answers/while-deleted.ts'
import { lookUpFor } from '../citizens/check-citizen.ts'
import { bucketOf } from '../limits/buckets.ts'
import { LINK_LIFE, linkTo } from '../citizens/links.ts'
import { NOTHING_TO_DO, type Attempt, type Connectors, type Mailer, type Ports } from '../ports.ts'
import type { Tuning } from '../tuning.ts'
import { writeCitizenEmail, type CitizenFacts } from './citizen-email.ts'
import { greetedName } from './plain-text.ts'

type TellPorts = Pick<Ports, 'store' | 'clock' | 'random'>
type Job = JobOf<'citizen.mail'>

const DAY = 24 * 60 * 60 * 1000
const SECOND = 1000

/**
 * E-mails the citizen of an answer about requested changes or a new state. Sends nothing without an address, or if the
 * answer has changed again, which has its own e-mail. The link is created now, opens only this answer, and ends with
 * its next change. Refuses like the mail server and the registry. Waits when the rate limit of e-mails about this
 * answer, or to this address, is reached.
 */
export async function tellByMail(
  ports: TellPorts,
  connectors: Connectors & { readonly mail: Mailer },
  job: Job,
  tuning: Tuning,
): Promise<Attempt> {
  const { scope } = job.payload
  const answer = await ports.store.get(keys.answer(job.payload.answer))
  if (answer === undefined) return whileDeleted(ports, job.payload.answer)
  if (!mayLink(answer, scope)) return NOTHING_TO_DO
  const address = await addressOf(ports, connectors, { answer, by: job.payload.by }, tuning)
  if (!address.ok) return address
  if (address.value === undefined) return NOTHING_TO_DO
  const paced = job.attempts > 1 ? ok(true) : await pace(ports, answer, address.value, tuning)
  if (!paced.ok) return { ...paced, waits: Number(paced.problem.details?.['seconds'] ?? 1) * SECOND }
  const place = await ports.store.get(keys.municipality(municipalityOfDocument(answer)))
  const { language, codeHidden } = settingsOf(place ?? { path: municipalityOfDocument(answer), settings: {} })
  const code = codeHidden ? undefined : ownCode(answer.codigoMunicipio)
  const name = recipientOf(answer)
  const letter = writeCitizenEmail(
    {
      name,
      title: inLanguage(answer, 'titulo', language),
      named: code ?? provisionalReference(answer.id),
      municipality: answer.municipioInfo.nombre,
      about: aboutOf(answer, scope),
      link: await pageOf(ports, connectors, answer, scope),
      days: LINK_LIFE / DAY,
    },
    language,
  )
  return connectors.mail.send({ to: { address: address.value, name: greetedName(name) }, ...letter }, job.id)
}

function aboutOf(answer: Answer, scope: LinkScope): CitizenFacts['about'] {
  const request = scope.kind === 'revision' ? openRequestOf(answer) : undefined
  if (request !== undefined) return { asked: requestMessageOf(answer, request) }
  const { estados } = answer
  return { state: estados?.disponibles.find(({ id }) => id === estados.actual)?.nombre ?? '' }
}

/** URL with a link to the answer. Undefined when the page is not configured, or the citizen is unknown. */
async function pageOf(
  ports: TellPorts,
  { revisionPage, viewPage }: Connectors,
  answer: Answer,
  scope: LinkScope,
): Promise<string | undefined> {
  const page = scope.kind === 'revision' ? revisionPage : viewPage
  const token = page === undefined ? undefined : await linkTo(ports, answer, scope)
  return page === undefined || token === undefined ? undefined : `${page(answer.id)}/${token}`
}

/** The e-mail address in the answer, or for citizens of the registry without one, the registry's address. */
async function addressOf(
  ports: TellPorts,
  connectors: Connectors,
  { answer, by }: { readonly answer: Answer; readonly by: Job['payload']['by'] },
  tuning: Tuning,
): Promise<Ok<string | undefined> | Extract<Attempt, { ok: false }>> {
  const citizen = answer.datosCiudadano
  const given = mailAddressSchema.safeParse(citizen?.email.trim()).data
  if (citizen?.id === undefined || given !== undefined) return ok(given)
  const look = { answer, number: numberOf(citizen), asker: by ?? answer.authorId }
  const found = await lookUpFor(ports, connectors, look, tuning)
  if (found?.ok === false) return found
  const registered = found?.value
  const isTheirs = registered !== null && registered !== undefined && registered.id === citizen.id
  return ok(isTheirs ? mailAddressSchema.safeParse(registered.email.trim()).data : undefined)
}

/** Counts an e-mail in the limits for copies of this answer and copies to this address. */
async function pace(
  { store, clock }: TellPorts,
  answer: Answer,
  address: string,
  tuning: Tuning,
): Promise<Result<true>> {
  const [ofAnswer, toAddress] = await Promise.all([
    bucketOf('copies-of', answer.id),
    bucketOf('copies-to', address.toLowerCase()),
  ])
  const { copiesBurstPerAnswer, copiesIntervalPerAnswer, copiesBurstPerAddress, copiesIntervalPerAddress } = tuning
  const measures = [
    { key: ofAnswer, burst: copiesBurstPerAnswer, interval: copiesIntervalPerAnswer, cost: 1 },
    { key: toAddress, burst: copiesBurstPerAddress, interval: copiesIntervalPerAddress, cost: 1 },
  ]
  return store.commit(spending(measures, clock()))
}
