const MAX_NAME_LENGTH = 255

/** Safe display name of a file: no path, no control or direction-changing characters, well-formed, not empty. */
export function toSafeFileName(name: string): string {
  const last = replaceSurrogates(name).split(/[/\\]/).at(-1) ?? ''
  const plainText = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim()
  const bounded = replaceSurrogates([...plainText].slice(-MAX_NAME_LENGTH).join('').slice(-MAX_NAME_LENGTH))
  return bounded === '' || /^\.+$/.test(bounded) ? 'file' : bounded
}

/** Replaces lone surrogates; like String.toWellFormed, which old tablets lack. */
function replaceSurrogates(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD')
}
