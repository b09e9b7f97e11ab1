export { galleryForms, type GalleryForm } from './gallery.ts'
