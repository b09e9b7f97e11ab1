import type { Language } from '#domain/kernel/index.ts'
import { greetedName, oneLine, plainLines, type Written } from './letters.ts'

/** `named`: the answer's code or reference; `about`: requested changes or new state; no `link` when forbidden */
export type CitizenFacts = {
  readonly name: string
  readonly title: string
  readonly named: string
  readonly municipality: string
  readonly about: { readonly asked: string } | { readonly state: string }
  readonly link: string | undefined
  readonly days: number
}

type Words = {
  readonly hello: (name: string) => string
  readonly asked: (facts: CitizenFacts) => readonly [subject: string, about: string]
  readonly moved: (facts: CitizenFacts, state: string) => readonly [subject: string, about: string]
  readonly toCorrect: (days: number) => string
  readonly toSee: (days: number) => string
  readonly once: string
  readonly astray: (municipality: string) => string
}

const EN: Words = {
  hello: (name) => (name === '' ? 'Hello,' : `Hello ${name},`),
  asked: ({ title, named, municipality }) => [
    `Please correct your answer ${named}: ${title}`,
    `${municipality} asks you to correct something in your answer ${named} to the form “${title}”:`,
  ],
  moved: ({ title, named, municipality }, state) => [
    `Your answer ${named} is in the state “${state}”: ${title}`,
    `Your answer ${named} to the form “${title}” of ${municipality} is now in the state “${state}”.`,
  ],
  toCorrect: (days) => `To correct it, open this link within ${days} days:`,
  toSee: (days) => `To see it, open this link within ${days} days:`,
  once: 'It works once, opens only this answer, and ends as soon as the answer moves on.',
  astray: (municipality) =>
    `Replies to this address are not read. If this e-mail was not meant for you, delete it and tell ${municipality}.`,
}
const ES: Words = {
  hello: (name) => (name === '' ? 'Hola:' : `Hola, ${name}:`),
  asked: ({ title, named, municipality }) => [
    `Corrija su respuesta ${named}: ${title}`,
    `${municipality} le pide que corrija algo en su respuesta ${named} al formulario «${title}»:`,
  ],
  moved: ({ title, named, municipality }, state) => [
    `Su respuesta ${named} está en el estado «${state}»: ${title}`,
    `Su respuesta ${named} al formulario «${title}» de ${municipality} pasó al estado «${state}».`,
  ],
  toCorrect: (days) => `Para corregirla, abra este enlace dentro de ${days} días:`,
  toSee: (days) => `Para verla, abra este enlace dentro de ${days} días:`,
  once: 'Funciona una sola vez, abre solo esta respuesta y deja de valer en cuanto la respuesta avance.',
  astray: (municipality) =>
    `Nadie lee lo que se responde a esta dirección. Si este correo no era para usted, elimínelo y avise a ${municipality}.`,
}

/** Other languages use English until they are translated. */
const WORDS: Readonly<Partial<Record<Language, Words>>> = { en: EN, es: ES }

/** An e-mail to the citizen of an answer. Names cannot add lines or headers; a supervisor's text keeps its lines. */
export function writeCitizenLetter(told: CitizenFacts, language: Language): Written {
  const words = WORDS[language] ?? EN
  const facts: CitizenFacts = {
    ...told,
    name: greetedName(told.name),
    title: oneLine(told.title),
    named: oneLine(told.named),
    municipality: oneLine(told.municipality),
  }
  const isAsked = 'asked' in told.about
  const [subject, about] = 'asked' in told.about ? words.asked(facts) : words.moved(facts, oneLine(told.about.state))
  const leads = isAsked ? words.toCorrect(facts.days) : words.toSee(facts.days)
  const paragraphs = [
    words.hello(facts.name),
    about,
    ...('asked' in told.about ? [plainLines(told.about.asked)] : []),
    ...(facts.link === undefined ? [] : [leads, facts.link, words.once]),
    words.astray(facts.municipality),
  ]
  return { subject, text: `${paragraphs.join('\n\n')}\n\n— Relevo\n` }
}
