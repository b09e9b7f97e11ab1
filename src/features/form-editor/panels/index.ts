export { CombinedEditor } from './combined-editor.tsx'
export { FormPanels } from './form-panels.tsx'
