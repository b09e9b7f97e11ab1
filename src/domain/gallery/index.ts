export { buildGalleryForms } from './gallery.ts'
