import { withWords } from '#ui/index.ts'

/** Loads a screen that also creates documents. */
function withPapers<T>(screen: Promise<T>): Promise<T> {
  return withWords('pdf', withWords('answer-view', screen))
}

/** Each screen is loaded together with this module's translations. */
export function loadAnswerView() {
  return withPapers(import('./answer-view-screen.tsx'))
}

export function loadAnswerOfList() {
  return withPapers(import('./answer-of-list.tsx'))
}

export function loadAskScreen() {
  return withWords('answer-view', import('./requests/ask-screen.tsx'))
}

export function loadHeldAnswer() {
  return withWords('answer-view', import('./held-answer-screen.tsx'))
}

export function loadPrintedAnswer() {
  return withPapers(import('./print/print-screen.tsx'))
}

export function loadDownloadAnswer() {
  return withPapers(import('./pdf/download-answer.tsx'))
}

export function loadSendCopy() {
  return withWords('answer-view', import('./copy/send-copy.tsx'))
}

/** The view of an answer for citizens and embedding sites. */
export function loadLimitedAnswer() {
  return withWords('answer-view', import('./limited/limited-answer.tsx'))
}
