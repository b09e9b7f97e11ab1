import { withWords } from '#ui/index.ts'

/** Each screen is loaded together with this module's translations. */
export function loadAnswerView() {
  return withWords('answer-view', import('./answer-view-screen.tsx'))
}

export function loadAnswerOfList() {
  return withWords('answer-view', import('./answer-of-list.tsx'))
}

export function loadAskScreen() {
  return withWords('answer-view', import('./requests/ask-screen.tsx'))
}

export function loadHeldAnswer() {
  return withWords('answer-view', import('./held-answer-screen.tsx'))
}

export function loadPrintedAnswer() {
  return withWords('answer-view', import('./print/print-screen.tsx'))
}

export function loadDownloadAnswer() {
  return withWords('answer-view', import('./pdf/download-answer.tsx'))
}

export function loadSendCopy() {
  return withWords('answer-view', import('./copy/send-copy.tsx'))
}

/** The view of an answer for citizens and embedding sites. */
export function loadLimitedAnswer() {
  return withWords('answer-view', import('./limited/limited-answer.tsx'))
}
