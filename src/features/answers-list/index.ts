export { AnswersListScreen } from './answers-list-screen.tsx'
