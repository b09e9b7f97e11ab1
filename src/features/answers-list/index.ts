export { AnswersListScreen } from './answers-list-screen.tsx'
export { useCloseAnswer } from './close-answer.ts'
export { OwnAnswersScreen } from './own-answers-screen.tsx'
