export const ROOT: string
export const DIST: string
export const PDF_THREAD: URL
export const DEMO_PHOTOS: URL
export function fontPath(file: string): string
export function commandLine(name: string, args?: string): string
