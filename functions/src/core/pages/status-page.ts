import type { Problem, Result } from '#domain/kernel/index.ts'
import { DEFAULT_KEY } from '#domain/codes/index.ts'
import type { AnswerStatus } from './find-status.ts'
import { escapeHtml } from './escaped.ts'
import { plainPageHtml } from './plain-page.ts'
import { negotiateLanguage } from './reader-language.ts'
import { statusMessages, type StatusMessages } from './messages.ts'

/** Maximum length of a code or a second fact. */
export const MAX_CODE_LENGTH = 64
const SECONDS_A_MINUTE = 60

/** Input and result of the page; both are empty at first. */
export type StatusView = {
  readonly code: string
  readonly fact: string
  /** whether the request had a solved puzzle; the page then has no new puzzle */
  readonly solved: boolean
  readonly found: Result<AnswerStatus> | undefined
}

/**
 * Page `/publico/consultar-estado`: a form that works without script, and its result. User-supplied text is escaped.
 */
export function statusPage(accepted: string, view: StatusView): string {
  const language = negotiateLanguage(accepted)
  const messages = statusMessages(language)
  const { found } = view
  const problem = found?.ok === false ? found.problem : undefined
  const tooMany = problem?.code === 'request.too-many' ? problem : undefined
  const main = `<h1>${escapeHtml(messages.title)}</h1>
      <p>${escapeHtml(messages.about)}</p>
      <form method="post" action="/publico/consultar-estado"${puzzleAttributes(tooMany, view.solved)}>
        <label for="code">${escapeHtml(messages.code)}</label>
        <input id="code" name="code" required maxlength="${MAX_CODE_LENGTH}" value="${escapeHtml(view.code)}" aria-describedby="code-help" autocomplete="off" autocapitalize="characters" spellcheck="false" />
        <p id="code-help" class="help">${escapeHtml(messages.codeHelp)}</p>
        ${tooMany === undefined && view.fact === '' ? '' : factField(messages, view.fact)}
        <button>${escapeHtml(messages.search)}</button>
        <p role="status" id="solving" hidden>${escapeHtml(messages.solving)}</p>
      </form>
      ${found === undefined ? '' : statusHtml(messages, view.code, found)}
      <p><a href="/actas/consultar">${escapeHtml(messages.record)}</a></p>`
  const { title, about: description } = messages
  return plainPageHtml({ language, title, description, script: '/consultar-estado.js', main, style: STYLE })
}

/** Attributes with a puzzle for public/consultar-estado.js. */
function puzzleAttributes(tooMany: Problem | undefined, solved: boolean): string {
  const { challenge, bits } = tooMany?.details ?? {}
  if (typeof challenge !== 'string' || typeof bits !== 'number' || solved) return ''
  return ` data-challenge="${escapeHtml(challenge)}" data-bits="${bits}"`
}

function factField(messages: StatusMessages, fact: string): string {
  return `<div id="second-fact"><label for="fact">${escapeHtml(messages.fact)}</label>
        <input id="fact" name="fact" maxlength="${MAX_CODE_LENGTH}" value="${escapeHtml(fact)}" aria-describedby="fact-help" autocomplete="off" />
        <p id="fact-help" class="help">${escapeHtml(messages.factHelp)}</p></div>`
}

function statusHtml(messages: StatusMessages, code: string, found: Result<AnswerStatus>): string {
  if (found.ok)
    return `<dl role="status" tabindex="-1" autofocus><div><dt>${escapeHtml(messages.form)}</dt><dd>${escapeHtml(found.value.title)}</dd></div><div><dt>${escapeHtml(messages.state)}</dt><dd class="state">${escapeHtml(found.value.state)}</dd></div></dl>`
  return `<p role="alert" class="problem">${escapeHtml(formatStatusRefusal(messages, code, found.problem))}</p>`
}

function formatStatusRefusal(messages: StatusMessages, code: string, { code: problem, details }: Problem): string {
  // Answers of all municipalities without a key of their own have this code.
  if (code.trim().toUpperCase() === DEFAULT_KEY && problem === 'answer.missing') return messages.shared
  if (problem === 'answer.missing') return messages.missing
  if (problem !== 'request.too-many') return messages.failed
  const seconds = Number(details?.['seconds'] ?? SECONDS_A_MINUTE)
  return `${messages.tooMany} ${messages.wait(Math.max(1, Math.ceil(seconds / SECONDS_A_MINUTE)))}`
}

const STYLE = `
      #code { font-family: ui-monospace, monospace; }
      .state { font-size: 1.25rem; font-weight: 600; }
    `
