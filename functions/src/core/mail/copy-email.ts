import type { Language } from '#domain/kernel/index.ts'
import { translatorFor } from '#locales/translator.ts'
import { flattenLines, toPlainLines, subjectOf } from './plain-text.ts'
import { greetingText, type WrittenEmail } from './write-email.ts'

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

/** The e-mail with a copy of an answer. Names cannot add lines or headers; the user's own text keeps its lines. */
export function writeCopyEmail(facts: CopyFacts, language: Language): WrittenEmail {
  const i18n = translatorFor(language)
  const title = flattenLines(facts.title)
  const named = flattenLines(facts.named)
  const by = flattenLines(facts.by)
  const municipality = flattenLines(facts.municipality)
  const body = toPlainLines(facts.body)
  const paragraphs = [
    greetingText(i18n, ''),
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
    subject: subjectOf(flattenLines(facts.subject) || i18n._('Copy of the answer {named}: {title}', { named, title })),
    text: `${paragraphs.join('\n\n')}\n\n— Relevo\n`,
  }
}
