import type { Answer } from '#domain/answers/index.ts'
import { translateField } from '#domain/templates/index.ts'
import { ok, refuse, type ProblemCode, type Result, type Language } from '#domain/kernel/index.ts'
import type { JobOf } from '#domain/jobs/index.ts'
import { keys } from '#domain/store/index.ts'
import { translatorFor } from '#locales/translator.ts'
import { renderAnswersPdf, countAnswerCharacters, MAX_PDF_CHARACTERS } from '../exports/answers-pdf.ts'
import { JOB_NOT_NEEDED, type JobResult, type Mailer, type MailMessage, type Ports } from '../ports.ts'
import { flattenLines, formatGreeting, toPlainLines, truncateSubject } from './plain-text.ts'
import type { WrittenEmail } from './write-email.ts'

type CopyPorts = Pick<Ports, 'store' | 'files' | 'clock' | 'pdfs'>
type Attached = NonNullable<MailMessage['attachments']>[number]

/** Maximum bytes of an e-mail's files. Mail servers usually accept 25 MB, and encoding adds a third. */
const MAX_MAIL_BYTES = 18 * 1024 * 1024
const MAX_PDF_FAILURES = 3

/**
 * Sends an e-mail with the answer's current PDF and the attachment; nothing if the answer was deleted. Refuses like
 * `renderAnswersPdf` and the mail server, and with file.missing.
 */
export async function sendAnswerCopy(
  ports: CopyPorts,
  mailer: Mailer,
  { id, payload, attempts }: JobOf<'copy.send'>,
): Promise<JobResult> {
  const answer = await ports.store.get(keys.answer(payload.answer))
  if (answer === undefined) return JOB_NOT_NEEDED
  const file = await readAttachment(ports, payload.attachment)
  if (!file.ok) return toFinalResult(file)
  const pdf = await renderCopyPdf(ports, answer, payload, mailer.home())
  if (!pdf.ok) return isFinalFailure(pdf.problem.code, attempts) ? toFinalResult(pdf) : pdf
  const attachments = [pdf.value, ...file.value]
  if (attachments.reduce((sum, { bytes }) => sum + bytes.length, 0) > MAX_MAIL_BYTES)
    return toFinalResult(refuse('pdf.too-large'))
  const email = writeCopyEmail(
    {
      title: translateField(answer, 'titulo', payload.language),
      named: pdf.value.name.slice(0, -'.pdf'.length),
      by: payload.by,
      municipality: answer.municipioInfo.nombre,
      subject: payload.subject,
      body: payload.body,
      attachment: payload.attachment?.name,
    },
    payload.language,
  )
  return mailer.send({ to: { address: payload.address, name: '' }, ...email, attachments }, id)
}

async function renderCopyPdf(
  ports: CopyPorts,
  answer: Answer,
  { language, timeZone }: JobOf<'copy.send'>['payload'],
  origin: string,
): Promise<Result<Attached>> {
  if (countAnswerCharacters(answer) > MAX_PDF_CHARACTERS) return refuse('pdf.too-large')
  const reader = { language, ...(timeZone === undefined ? {} : { timeZone }) }
  const result = await renderAnswersPdf(
    ports,
    [answer],
    { chosen: undefined, pictures: new Map() },
    { reader, origin, isPublic: false },
  )
  return result.ok ? ok({ name: result.value.name, type: 'application/pdf', bytes: result.value.bytes }) : result
}

async function readAttachment(
  { files }: CopyPorts,
  wanted: JobOf<'copy.send'>['payload']['attachment'],
): Promise<Result<readonly Attached[]>> {
  if (wanted === undefined) return ok([])
  const stream = await files.read(wanted.sha256)
  if (stream === undefined) return refuse('file.missing')
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  return ok([{ name: wanted.name, type: wanted.type, bytes }])
}

/**
 * True when retrying is pointless. For a failed PDF after three attempts, because each may take a minute and block
 * other tasks.
 */
function isFinalFailure(code: ProblemCode, attempts: number): boolean {
  if (code === 'pdf.failed') return attempts >= MAX_PDF_FAILURES
  return code === 'pdf.too-large' || code === 'pdf.not-configured'
}

/** Makes a refusal final, and marks that the mail server was not called. */
function toFinalResult(refused: Extract<JobResult, { ok: false }>): JobResult {
  return { ...refused, isFinal: true, system: 'not-asked' }
}

/**
 * Facts of the e-mail with a copy. `named`: the answer's code or reference; `attachment`: file name of the attachment.
 */
type CopyFacts = {
  readonly title: string
  readonly named: string
  readonly by: string
  readonly municipality: string
  readonly subject: string
  readonly body: string
  readonly attachment: string | undefined
}

/** The e-mail with a copy of an answer. Names cannot add lines or headers; the user's own text keeps its lines. */
export function writeCopyEmail(facts: CopyFacts, language: Language): WrittenEmail {
  const i18n = translatorFor(language)
  const title = flattenLines(facts.title)
  const named = flattenLines(facts.named)
  const by = flattenLines(facts.by)
  const municipality = flattenLines(facts.municipality)
  const body = toPlainLines(facts.body)
  const paragraphs = [
    formatGreeting(i18n, ''),
    i18n._(
      '{by} ({municipality}) has sent you a copy of the answer {named} to the form “{title}”. It is attached as a PDF.',
      { by, municipality, named, title },
    ),
    ...(body === '' ? [] : [body]),
    ...(facts.attachment === undefined
      ? []
      : [i18n._('Also attached: {name}', { name: flattenLines(facts.attachment) })]),
    i18n._(
      'This address does not receive replies. If this e-mail was not meant for you, delete it and tell {municipality}.',
      { municipality },
    ),
  ]
  return {
    subject: truncateSubject(
      flattenLines(facts.subject) || i18n._('Copy of the answer {named}: {title}', { named, title }),
    ),
    text: `${paragraphs.join('\n\n')}\n\n— Relevo\n`,
  }
}
