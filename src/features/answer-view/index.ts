export { HeldAnswerScreen } from './held-answer-screen.tsx'
export { AnswerViewScreen } from './answer-view-screen.tsx'
