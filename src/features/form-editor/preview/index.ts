export { FormPreview } from './form-preview.tsx'
