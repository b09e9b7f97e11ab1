/** Resolves when no word is half composed (input methods): its field must stay. @param page watched from the call on */
export function composing(page: Document): () => Promise<void> {
  let isComposing = false
  let done = (): void => undefined
  for (const event of ['compositionstart', 'compositionupdate'] as const)
    page.addEventListener(event, () => (isComposing = true))
  for (const event of ['compositionend', 'focusout'] as const)
    page.addEventListener(event, () => {
      isComposing = false
      done()
    })
  return async () => {
    if (isComposing) await new Promise<void>((resolve) => (done = resolve))
  }
}
