import { withWords } from '#ui/index.ts'

/** Each screen sets out together with the words of this room, which are a catalogue of their own. */
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

/** What citizens and other sites' pages show of an answer. */
export function loadLimitedAnswer() {
  return withWords('answer-view', import('./limited/limited-answer.tsx'))
}
