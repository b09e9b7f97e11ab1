import type { Problem, Result } from '#domain/kernel/index.ts'
import { DEFAULT_KEY } from '#domain/codes/index.ts'
import type { Status } from './find-status.ts'
import { escaped } from '../pages/escaped.ts'
import { languageOf } from '../pages/reader-language.ts'
import { STATUS_WORDS, type StatusWords } from './status-words.ts'

/** Longer than any code that an answer has, and than any second fact. */
export const MAX_CODE_LENGTH = 64
const SECONDS_A_MINUTE = 60

/** What was asked, and what came of it; neither at first. */
export type StatusView = {
  readonly code: string
  readonly fact: string
  /** it brought a solved puzzle along: it gets no second one in a row */
  readonly solved: boolean
  readonly found: Result<Status> | undefined
}

/** /publico/consultar-estado as it is sent: a form that works without any script, and what its code has found. Everything that people wrote is escaped. */
export function statusPage(accepted: string, view: StatusView): string {
  const language = languageOf(accepted)
  const words = STATUS_WORDS[language]
  const { found } = view
  const problem = found?.ok === false ? found.problem : undefined
  const tooMany = problem?.code === 'request.too-many' ? problem : undefined
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="theme-color" content="#0b5c63" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>${escaped(words.title)}</title>
    <link rel="icon" href="/icon.svg" type="image/svg+xml" />
    <style>${STYLE}</style>
    <script type="module" src="/consultar-estado.js"></script>
  </head>
  <body>
    <main>
      <h1>${escaped(words.title)}</h1>
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
      <p><a href="/actas/consultar">${escaped(words.record)}</a></p>
    </main>
  </body>
</html>
`
}

/** Read by public/consultar-estado.js. */
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
  // All answers of a municipality without codes of its own have this one.
  if (code.trim().toUpperCase() === DEFAULT_KEY && problem === 'answer.missing') return words.shared
  if (problem === 'answer.missing') return words.missing
  if (problem !== 'request.too-many') return words.failed
  const seconds = Number(details?.['seconds'] ?? SECONDS_A_MINUTE)
  return `${words.tooMany} ${words.wait(Math.max(1, Math.ceil(seconds / SECONDS_A_MINUTE)))}`
}

const STYLE = `
      :root { --text: #14262a; --faint: #47595e; --line: #7d8f94; --ground: #fff; --fill: #0b5c63; --on-fill: #fff; --problem: #a3131f; }
      @media (prefers-color-scheme: dark) { :root { --text: #e6eef0; --faint: #a9bbc0; --line: #71868c; --ground: #12191b; --fill: #5fc4cc; --on-fill: #06282c; --problem: #ff9a9a; } }
      body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
      main { box-sizing: border-box; max-width: 520px; margin: 0 auto; padding: 48px 16px; }
      h1 { font-size: 1.625rem; line-height: 1.25; margin: 0 0 8px; }
      label { display: block; margin: 24px 0 4px; font-weight: 600; }
      input { box-sizing: border-box; width: 100%; min-height: 48px; padding: 8px 12px; border: 1px solid var(--line); border-radius: 4px; background: var(--ground); color: inherit; font: inherit; }
      #code { font-family: ui-monospace, monospace; }
      .help { margin: 4px 0 0; color: var(--faint); font-size: 0.875rem; }
      button { min-height: 48px; margin: 24px 0 0; padding: 8px 24px; border: 0; border-radius: 4px; background: var(--fill); color: var(--on-fill); font: inherit; font-weight: 600; }
      button:disabled { opacity: 0.55; }
      input:focus-visible, button:focus-visible, a:focus-visible { outline: 3px solid var(--fill); outline-offset: 2px; }
      dl { margin: 32px 0; padding: 16px; border: 1px solid var(--line); border-inline-start: 4px solid var(--fill); border-radius: 4px; }
      dl:focus { outline: none; }
      dt { color: var(--faint); font-size: 0.875rem; }
      dd { margin: 0; overflow-wrap: anywhere; }
      dl div + div { margin-top: 12px; }
      .state { font-size: 1.25rem; font-weight: 600; }
      .problem { margin: 32px 0; padding: 12px 16px; border: 1px solid var(--problem); border-inline-start-width: 4px; border-radius: 4px; color: var(--problem); }
      a { color: inherit; }
    `
