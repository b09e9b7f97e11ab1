import type { ProblemCode } from '#domain/kernel/index.ts'
import { translatorFor } from '#locales/translator.ts'

export type InitialFormMessages = ReturnType<typeof buildInitialFormMessages>

/** Texts of a form before the app loads. Same as in the app, so that nothing changes when the app replaces them. */
export function buildInitialFormMessages(language: string) {
  const i18n = translatorFor(language)
  return {
    yes: i18n._('Yes'),
    no: i18n._('No'),
    /** marks of a question (`markOf`) */
    answer: i18n._('* Required answer'),
    attachment: i18n._('* Required attachment'),
    optional: i18n._('Optional'),
    date: i18n._('DD/MM/YYYY'),
    time: i18n._('HH:mm'),
    section: i18n._('Section {number}', { number: 1 }),
    coming: i18n._('The rest of the form is loading. You can start now: your answers will be kept.'),
    withoutScript: i18n._('To fill in this form, turn on JavaScript in your browser.'),
    /** shown when a form has no title in the reader's language */
    untranslated: i18n._('This form is shown as the municipality wrote it. It has not been translated into English.'),
  }
}

/** Text of a refusal to show a public form; empty for other problems, which the app explains. */
export function formatPublicRefusal(code: ProblemCode, language: string): string {
  const i18n = translatorFor(language)
  const refusals: Partial<Readonly<Record<ProblemCode, string>>> = {
    'template.missing': i18n._('The form does not exist.'),
    'template.deleted': i18n._('The form that you want to answer does not exist or has been deleted.'),
    'municipality.blocked': i18n._('Access denied. Municipality blocked.'),
    'country.blocked': i18n._('Access denied. Country blocked.'),
    'answer.limit-reached': i18n._('limit responses reached'),
    'payment.event-cancelled': i18n._('This event was cancelled.'),
    'request.too-many': i18n._('Too many requests at the moment. Try again in a minute.'),
  }
  return refusals[code] ?? ''
}

/** Name of the language menu. */
export function formatLanguageMenuLabel(language: string): string {
  const i18n = translatorFor(language)
  return i18n._('Language')
}

/** Texts of the page about an unexpected failure. */
export function buildFailureMessages(language: string) {
  const i18n = translatorFor(language)
  return {
    title: i18n._('Something went wrong'),
    failed: i18n._('The server failed. Please try again in a moment.'),
    busy: i18n._('The server is busy at the moment. Please try again in a moment.'),
    reference: (id: string) => i18n._('Reference: {id}', { id }),
  }
}

export type StatusMessages = ReturnType<typeof buildStatusMessages>

/** Texts of /publico/consultar-estado. The specification quotes some of them in Spanish (part 3, points 2 and 8). */
export function buildStatusMessages(language: string) {
  const i18n = translatorFor(language)
  return {
    title: i18n._('Check the state of your form'),
    about: i18n._('Enter the code you received when you sent the form.'),
    code: i18n._('Code'),
    codeHelp: i18n._(
      'The code, download code, reference or electronic signature. Capital or small letters make no difference.',
    ),
    search: i18n._({ id: 'status.search', message: 'Search' }),
    place: i18n._('Municipality'),
    form: i18n._('Form'),
    state: i18n._('State'),
    missing: i18n._('There is no answer with this code, or its form does not use states.'),
    shared: i18n._(
      'Several answers have this code. Enter the reference or the electronic signature that you received with it.',
    ),
    tooMany: i18n._('Too many codes are being looked up at the moment.'),
    wait: (minutes: number) =>
      i18n._('{minutes, plural, one {Try again in a minute.} other {Try again in # minutes.}}', { minutes }),
    fact: i18n._('ID number, or date of the answer'),
    factHelp: i18n._(
      'To see the state now, also enter the ID number you gave in the form, or the date of the answer, such as 24/11/2026.',
    ),
    solving: i18n._('Checking your browser. This takes a few seconds.'),
    failed: i18n._('An error occurred. Please try again.'),
    record: i18n._('Look up a record'),
    forms: i18n._('Forms you can answer online'),
    unknown: i18n._('This page does not exist'),
    unknownAbout: i18n._('Check the link, or ask the municipality that gave it to you.'),
  }
}

/** Texts of /publico/formularios. */
export function buildFormsListMessages(language: string) {
  const i18n = translatorFor(language)
  return {
    title: i18n._('Forms you can answer online'),
    about: i18n._('You do not need an account.'),
    choose: i18n._('Choose your municipality.'),
    none: i18n._('There are no forms to answer online at the moment.'),
    noneAbout: i18n._('Ask the municipality, or check the state of a form that you have already sent.'),
    from: (date: string) => i18n._('Tickets on sale from {date}', { date }),
    status: i18n._('Check the state of your form'),
    others: i18n._('Other municipalities'),
  }
}
