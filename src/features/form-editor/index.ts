export { FormEditorScreen } from './form-editor-screen.tsx'
