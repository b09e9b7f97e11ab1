/** Preview page of a form, shown by the editor in a frame of the device's width. */
export const PREVIEW_PATH = '/vista-previa'
