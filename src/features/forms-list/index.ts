export { FormsListScreen } from './forms-list-screen.tsx'
