import { withMessages } from '#ui/index.ts'

/** Loads a screen together with the translations of this module and of PDFs. */
function withPdfMessages<T>(screen: Promise<T>): Promise<T> {
  return withMessages('pdf', withMessages('answer-view', screen))
}

/** The page of an answer. */
export function loadAnswerView() {
  return withPdfMessages(import('./answer-view-screen.tsx'))
}

export function loadSelectedAnswer() {
  return withPdfMessages(import('./answer-of-list.tsx'))
}

export function loadRequestScreen() {
  return withMessages('answer-view', import('./requests/ask-screen.tsx'))
}

export function loadHeldAnswer() {
  return withMessages('answer-view', import('./held-answer-screen.tsx'))
}

export function loadPrintedAnswer() {
  return withPdfMessages(import('./print/print-screen.tsx'))
}

export function loadDownloadAnswerButton() {
  return withPdfMessages(import('./pdf/download-answer.tsx'))
}

/** The button that opens an unsent answer as a draft again. */
export function loadTakeBackButton() {
  return withMessages('answer-view', import('./actions/take-back.tsx'))
}

export function loadSendCopyButton() {
  return withMessages('answer-view', import('./copy/send-copy.tsx'))
}

/** The reduced view of an answer, for citizens and for other sites that embed it. */
export function loadLimitedAnswer() {
  return withMessages('answer-view', import('./limited/limited-answer.tsx'))
}
