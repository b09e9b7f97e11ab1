import type { Language } from '#domain/kernel/index.ts'
import { oneLine, plainLines, type Written } from './letters.ts'

/**
 * Facts of the e-mail with a copy. `named`: the answer's code or reference; `attachment`: file name of the attachment.
 */
export type CopyFacts = {
  readonly title: string
  readonly named: string
  readonly by: string
  readonly municipality: string
  readonly subject: string
  readonly body: string
  readonly attachment: string | undefined
}

type Words = {
  readonly subject: (facts: CopyFacts) => string
  readonly hello: string
  readonly about: (facts: CopyFacts) => string
  readonly attached: (name: string) => string
  readonly astray: (facts: CopyFacts) => string
}

const EN: Words = {
  subject: ({ title, named }) => `Copy of the answer ${named}: ${title}`,
  hello: 'Hello,',
  about: ({ by, municipality, named, title }) =>
    `${by} (${municipality}) sends you a copy of the answer ${named} to the form “${title}”. It is attached as a PDF.`,
  attached: (name) => `Attached, too: ${name}`,
  astray: ({ municipality }) =>
    `Replies to this address are not read. If this e-mail was not meant for you, delete it and tell ${municipality}.`,
}
const ES: Words = {
  subject: ({ title, named }) => `Copia de la respuesta ${named}: ${title}`,
  hello: 'Hola:',
  about: ({ by, municipality, named, title }) =>
    `${by} (${municipality}) le envía una copia de la respuesta ${named} al formulario «${title}». Está adjunta en PDF.`,
  attached: (name) => `También está adjunto: ${name}`,
  astray: ({ municipality }) =>
    `Nadie lee lo que se responde a esta dirección. Si este correo no era para usted, elimínelo y avise a ${municipality}.`,
}

/** Other languages use English until they are translated. */
const WORDS: Readonly<Partial<Record<Language, Words>>> = { en: EN, es: ES }

/** The e-mail with a copy of an answer. Names cannot add lines or headers; the user's own text keeps its lines. */
export function writeCopyLetter(told: CopyFacts, language: Language): Written {
  const words = WORDS[language] ?? EN
  const facts: CopyFacts = {
    ...told,
    title: oneLine(told.title),
    named: oneLine(told.named),
    by: oneLine(told.by),
    municipality: oneLine(told.municipality),
    subject: oneLine(told.subject),
  }
  const attached = told.attachment === undefined ? [] : [words.attached(oneLine(told.attachment))]
  const body = plainLines(told.body)
  const paragraphs = [words.hello, words.about(facts), ...(body === '' ? [] : [body]), ...attached, words.astray(facts)]
  return {
    subject: facts.subject === '' ? words.subject(facts) : facts.subject,
    text: `${paragraphs.join('\n\n')}\n\n— Relevo\n`,
  }
}
