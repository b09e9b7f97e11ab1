export { AnswerViewScreen } from './answer-view-screen.tsx'
