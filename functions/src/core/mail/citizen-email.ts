import type { Language } from '#domain/kernel/index.ts'
import { translatorFor } from '#locales/translator.ts'
import { nameForGreeting, flattenLines, toPlainLines, subjectOf } from './plain-text.ts'
import { greetingText, type WrittenEmail } from './write-email.ts'

/**
 * `named`: the answer's code or reference. `about`: requested changes or new state. `link`: undefined if the citizen
 * may not open the answer.
 */
export type CitizenFacts = {
  readonly name: string
  readonly title: string
  readonly named: string
  readonly municipality: string
  readonly about: { readonly asked: string } | { readonly state: string }
  readonly link: string | undefined
  readonly days: number
}

/** An e-mail to the citizen of an answer. Names cannot add lines or headers; a supervisor's text keeps its lines. */
export function writeCitizenEmail(facts: CitizenFacts, language: Language): WrittenEmail {
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
    greetingText(i18n, nameForGreeting(facts.name)),
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
            ? i18n._('To correct it, open this link within {days, plural, one {# day} other {# days}}:', { days })
            : i18n._('To see it, open this link within {days, plural, one {# day} other {# days}}:', { days }),
          link,
          i18n._('The link works once and opens only this answer. It stops working when the answer changes state.'),
        ]),
    i18n._(
      'This address does not receive replies. If this e-mail was not meant for you, delete it and tell {municipality}.',
      { municipality },
    ),
  ]
  return { subject: subjectOf(subject), text: `${paragraphs.join('\n\n')}\n\n— Relevo\n` }
}
