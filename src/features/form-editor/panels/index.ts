export { CombinedEditor, type CombinedEditorProps } from './combined/combined-editor.tsx'
export { useReorderGuard } from './combined/use-reorder-guard.ts'
export { FormPanels } from './form-panels.tsx'
export { completeIncidents, type IncidentsToComplete } from './incidents/complete-incidents.ts'
