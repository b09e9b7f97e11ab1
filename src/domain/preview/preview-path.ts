/** Where a form is tried out: a page of its own, which the editor shows in a frame as wide as the device. */
export const PREVIEW_PATH = '/vista-previa'
