export { galleryForms } from './gallery.ts'
