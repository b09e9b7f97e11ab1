export { AnswersListScreen } from './answers-list-screen.tsx'
export { OwnAnswersScreen } from './own-answers-screen.tsx'
