import type { Problem, Result } from '#domain/kernel/index.ts'
import { DEFAULT_KEY } from '#domain/codes/index.ts'
import type { Status } from './find-status.ts'
import { escaped } from './escaped.ts'
import { plainPage } from './plain-page.ts'
import { languageOf } from './reader-language.ts'
import { STATUS_WORDS, type StatusWords } from './status-words.ts'

/** Maximum length of a code or a second fact. */
export const MAX_CODE_LENGTH = 64
const SECONDS_A_MINUTE = 60

/** Input and result of the page; both empty at first. */
export type StatusView = {
  readonly code: string
  readonly fact: string
  /** the request had a solved puzzle, so it gets no second one */
  readonly solved: boolean
  readonly found: Result<Status> | undefined
}

/** /publico/consultar-estado: a form that works without a script, and its result. User-supplied text is escaped. */
export function statusPage(accepted: string, view: StatusView): string {
  const language = languageOf(accepted)
  const words = STATUS_WORDS[language]
  const { found } = view
  const problem = found?.ok === false ? found.problem : undefined
  const tooMany = problem?.code === 'request.too-many' ? problem : undefined
  const main = `<h1>${escaped(words.title)}</h1>
      <p>${escaped(words.about)}</p>
      <form method="post" action="/publico/consultar-estado"${puzzleOf(tooMany, view.solved)}>
        <label for="code">${escaped(words.code)}</label>
        <input id="code" name="code" required maxlength="${MAX_CODE_LENGTH}" value="${escaped(view.code)}" aria-describedby="code-help" autocomplete="off" autocapitalize="characters" spellcheck="false" />
        <p id="code-help" class="help">${escaped(words.codeHelp)}</p>
        ${tooMany === undefined && view.fact === '' ? '' : factField(words, view.fact)}
        <button>${escaped(words.search)}</button>
        <p role="status" id="solving" hidden>${escaped(words.solving)}</p>
      </form>
      ${found === undefined ? '' : outcome(words, view.code, found)}
      <p><a href="/actas/consultar">${escaped(words.record)}</a></p>`
  const { title, about: description } = words
  return plainPage({ language, title, description, script: '/consultar-estado.js', main, style: STYLE })
}

/** Attributes for public/consultar-estado.js. */
function puzzleOf(tooMany: Problem | undefined, solved: boolean): string {
  const { challenge, bits } = tooMany?.details ?? {}
  if (typeof challenge !== 'string' || typeof bits !== 'number' || solved) return ''
  return ` data-challenge="${escaped(challenge)}" data-bits="${bits}"`
}

function factField(words: StatusWords, fact: string): string {
  return `<div id="second-fact"><label for="fact">${escaped(words.fact)}</label>
        <input id="fact" name="fact" maxlength="${MAX_CODE_LENGTH}" value="${escaped(fact)}" aria-describedby="fact-help" autocomplete="off" />
        <p id="fact-help" class="help">${escaped(words.factHelp)}</p></div>`
}

function outcome(words: StatusWords, code: string, found: Result<Status>): string {
  if (found.ok)
    return `<dl role="status" tabindex="-1" autofocus><div><dt>${escaped(words.form)}</dt><dd>${escaped(found.value.title)}</dd></div><div><dt>${escaped(words.state)}</dt><dd class="state">${escaped(found.value.state)}</dd></div></dl>`
  return `<p role="alert" class="problem">${escaped(refusalOf(words, code, found.problem))}</p>`
}

function refusalOf(words: StatusWords, code: string, { code: problem, details }: Problem): string {
  // All answers of a municipality without codes of its own share this code.
  if (code.trim().toUpperCase() === DEFAULT_KEY && problem === 'answer.missing') return words.shared
  if (problem === 'answer.missing') return words.missing
  if (problem !== 'request.too-many') return words.failed
  const seconds = Number(details?.['seconds'] ?? SECONDS_A_MINUTE)
  return `${words.tooMany} ${words.wait(Math.max(1, Math.ceil(seconds / SECONDS_A_MINUTE)))}`
}

const STYLE = `
      #code { font-family: ui-monospace, monospace; }
      .state { font-size: 1.25rem; font-weight: 600; }
    `
