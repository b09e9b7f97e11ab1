/** Languages in which a missing text is shown, before English. */
export const LANGUAGE_FALLBACKS: Readonly<Partial<Record<string, readonly ['es']>>> = {
  ca: ['es'],
  gl: ['es'],
  ek: ['es'],
}
