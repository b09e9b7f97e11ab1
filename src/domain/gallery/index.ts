export * from './form-builder.ts'
export { galleryForms, type GalleryForm } from './gallery.ts'
